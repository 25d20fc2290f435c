// What ../src/analysis/report/report.js finds in the page that html_report.cpp writes.
interface Document {
  getElementById(id: 'filter'): HTMLInputElement;
  getElementById(id: 'list' | 'game'): HTMLElement;
}
interface ParentNode {
  querySelectorAll(selectors: '#list li'): NodeListOf<HTMLLIElement>;
}
interface HTMLLIElement {
  readonly firstElementChild: Element;
}
interface KeyboardEvent {
  readonly target: Element;
}
