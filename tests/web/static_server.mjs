// A web server as simple as they come: files of a folder, with their types and what other headers are asked for.

import { createReadStream, statSync } from 'node:fs';
import { createServer } from 'node:http';
import { extname, join, normalize } from 'node:path';

const types = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.wasm': 'application/wasm',
  '.webmanifest': 'application/manifest+json',
};

/** Serves the folder on a free port of this machine; gives { address, close }. `onAsked` is called with every path. */
export async function serve(folder, headers = {}, onAsked = () => {}) {
  const server = createServer((request, response) => {
    const path = normalize(decodeURIComponent(new URL(request.url, 'http://x').pathname));
    onAsked(path);
    const file = join(folder, path.endsWith('/') ? `${path}index.html` : path);
    try {
      const { size } = statSync(file);
      response.writeHead(200, {
        ...headers,
        'Content-Type': types[extname(file)] ?? 'application/octet-stream',
        'Content-Length': size,
      });
      createReadStream(file).pipe(response);
    } catch {
      response.writeHead(404).end();
    }
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  const close = () => {
    server.closeAllConnections();
    return new Promise((resolve) => server.close(resolve));
  };
  return {
    address: `http://127.0.0.1:${server.address().port}/`,
    close,
  };
}
