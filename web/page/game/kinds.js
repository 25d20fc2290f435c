// What the kinds of games are called.

/** @type {Record<import('../rules/rules.js').Kind, string>} */
export const kKindNames = {
  standard: 'Chess',
  chess960: 'Chess960',
  '3check': '3-check',
  '3check960': '3-check 960',
};
