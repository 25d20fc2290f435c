// Files: read what somebody chose, and give away what somebody saves.

/** @param {File} file @param {number} longest in bytes @returns {Promise<{ text: string } | { error: string }>} */
export async function readText(file, longest) {
  if (file.size > longest) {
    return {
      error: `the file ${file.name} has ${megabytes(file.size)} MB, and at most ${megabytes(longest)} MB can be read`,
    };
  }
  try {
    return { text: decode(await file.arrayBuffer()) };
  } catch {
    return { error: `the file ${file.name} cannot be read` };
  }
}

/** UTF-8, or Latin-1 as old files have it. @param {ArrayBuffer} bytes @returns {string} */
export function decode(bytes) {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('latin1').decode(bytes);
  }
}

/** @param {number} bytes @returns {string} */
export function megabytes(bytes) {
  return (bytes / 1e6).toFixed(bytes < 1e7 ? 1 : 0).replace(/\.0$/, '');
}

/** @param {string} text @param {string} name @param {string} type */
export function save(text, name, type) {
  const address = URL.createObjectURL(new Blob([text], { type }));
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 60000);
}

/** @param {string[]} words @returns {string} a name for a file: letters, digits and "-" */
export function fileName(words, extension = 'pgn') {
  const name = words
    .join('-')
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .replace(/[^A-Za-z0-9-]+/g, '-')
    .replace(/-+/g, '-')
    .replace(/^-|-$/g, '');
  return `${name.slice(0, 80) || 'game'}.${extension}`;
}
