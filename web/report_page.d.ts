// What ../src/analysis/report/report.js finds in the page that html_report.cpp writes.
interface Document {
  getElementById(id: 'filter'): HTMLInputElement;
}
interface ParentNode {
  querySelectorAll(selectors: '#list li'): NodeListOf<HTMLLIElement>;
}
interface KeyboardEvent {
  readonly target: Element;
}
