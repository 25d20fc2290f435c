// Small helpers for the document. Text goes in as text everywhere: nothing here takes HTML.

/**
 * The element with this id, of the class it has to be.
 * @template {Element} T @param {string} id @param {new (...args: any[]) => T} type @returns {T}
 */
export function byId(id, type) {
  const element = document.getElementById(id);
  if (!(element instanceof type)) throw new Error(`there is no ${type.name} with the id ${id}`);
  return element;
}

/**
 * @template {keyof HTMLElementTagNameMap} K
 * @param {K} tag @param {Record<string, string | boolean>} attributes @param {...(Node | string)} children
 * @returns {HTMLElementTagNameMap[K]}
 */
export function create(tag, attributes, ...children) {
  const element = document.createElement(tag);
  setAttributes(element, attributes);
  element.append(...children);
  return element;
}

/** @param {string} tag @param {Record<string, string | boolean>} attributes @param {...Node} children */
export function createSvg(tag, attributes, ...children) {
  const element = document.createElementNS('http://www.w3.org/2000/svg', tag);
  setAttributes(element, attributes);
  element.append(...children);
  return element;
}

/** @param {Element} element @param {Record<string, string | boolean>} attributes false leaves one out */
function setAttributes(element, attributes) {
  for (const [name, value] of Object.entries(attributes)) {
    if (value !== false) element.setAttribute(name, value === true ? '' : value);
  }
}

/**
 * Writes only what has changed, so that screen readers do not hear it again.
 * @param {Element} element @param {string} text
 */
export function setText(element, text) {
  if (element.textContent !== text) element.textContent = text;
}
