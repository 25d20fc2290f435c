#include "analysis/report_page.h"

namespace rocada::analysis {

// Squares are 45 units wide. Fill and outline are inherited from the place of use; what is drawn in currentColor is the
// detail inside a piece.
std::string_view report_pieces() {
  return R"svg(<svg width="0" height="0" style="position:absolute" aria-hidden="true">
<symbol id="P" viewBox="0 0 45 45">
<path d="M19 21C19 28 13.5 30 12.5 36.5H32.5C31.5 30 26 28 26 21Z"/><circle cx="22.5" cy="14.5" r="6"/>
<path d="M16.5 21.5Q22.5 18.5 28.5 21.5Q22.5 24.5 16.5 21.5Z"/><rect x="9.5" y="36" width="26" height="4.5" rx="1.5"/>
</symbol>
<symbol id="N" viewBox="0 0 45 45">
<path d="M13.5 36.5C13.5 28.5 21.5 26.5 21 19.5C18 20 16.5 23.5 12.5 25C10 25.5 8 23 8.5 20.5C10.5 17 12 12 16.5 9.5L16.5 5L21 7.8C31 9 35 18 33.5 36.5Z"/>
<path d="M24.5 10.5C29.5 14 31 21 30 31" fill="none" stroke="currentColor"/><circle cx="17.5" cy="13.5" r="1.3" fill="currentColor" stroke="none"/>
<rect x="9.5" y="36" width="27" height="4.5" rx="1.5"/>
</symbol>
<symbol id="B" viewBox="0 0 45 45">
<path d="M18 30C18 33.5 14.5 35 12 36.5H33C30.5 35 27 33.5 27 30Z"/>
<path d="M22.5 8.5C15 14 12 21 16.5 27L18 28.5H27L28.5 27C33 21 30 14 22.5 8.5Z"/><circle cx="22.5" cy="6.5" r="2.6"/>
<path d="M22.5 14.5V22.5M18.8 18.3H26.2" fill="none" stroke="currentColor"/>
<rect x="15.5" y="27.8" width="14" height="3.4" rx="1.2"/><rect x="9.5" y="36" width="26" height="4.5" rx="1.5"/>
</symbol>
<symbol id="R" viewBox="0 0 45 45">
<path d="M15.5 17.5H29.5L31 36.5H14Z"/>
<path d="M11 8H16V11.5H20V8H25V11.5H29V8H34V15L31 18.5H14L11 15Z"/>
<path d="M15.3 21.5H29.7M14.5 32.5H30.5" fill="none" stroke="currentColor"/><rect x="9.5" y="36" width="26" height="4.5" rx="1.5"/>
</symbol>
<symbol id="Q" viewBox="0 0 45 45">
<path d="M8.5 13L13.5 29C14.5 32 13.5 34.5 11.5 36.5H33.5C31.5 34.5 30.5 32 31.5 29L36.5 13L29 21.5L28 10L22.5 20L17 10L16 21.5Z"/>
<circle cx="8" cy="11.5" r="2.3"/><circle cx="17" cy="8" r="2.3"/><circle cx="28" cy="8" r="2.3"/><circle cx="37" cy="11.5" r="2.3"/>
<path d="M13.8 29.5Q22.5 26.5 31.2 29.5M13.5 33Q22.5 30.5 31.5 33" fill="none" stroke="currentColor"/><rect x="9.5" y="36" width="26" height="4.5" rx="1.5"/>
</symbol>
<symbol id="K" viewBox="0 0 45 45">
<path d="M21 3.5H24V6.5H27V9.5H24V14H21V9.5H18V6.5H21Z"/>
<path d="M13 30C13.8 32.5 13 35 11 36.5H34C32 35 31.2 32.5 32 30C39.5 22 36 13.5 28.5 14.5C25.5 15 23 17.5 22.5 20.5C22 17.5 19.5 15 16.5 14.5C9 13.5 5.5 22 13 30Z"/>
<path d="M22.5 20.5V28M13.3 30Q22.5 26.5 31.7 30M13 33.2Q22.5 30.5 32 33.2" fill="none" stroke="currentColor"/><rect x="9.5" y="36" width="26" height="4.5" rx="1.5"/>
</symbol>
</svg>
)svg";
}

}  // namespace rocada::analysis
