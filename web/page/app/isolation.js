// The service worker: it makes the page work offline, and on any static server it sets the two headers that a browser
// wants to see before it gives a page threads. They count from the next load on, so a first visit loads the page twice.

const kReloaded = 'rocada-reloaded-for-threads';
const kLongestWait = 8000;

/**
 * Resolves when the page may go on: with threads, or without them where they cannot be had. Never resolves where the
 * page is about to be loaded again.
 * @param {() => void} onNewVersion a newer page waits to be used
 */
export async function prepareServiceWorker(onNewVersion) {
  if (!('serviceWorker' in navigator)) return;
  const registered = navigator.serviceWorker.register('service_worker.js', { updateViaCache: 'none' });
  registered.then((registration) => watchForUpdate(registration, onNewVersion)).catch(() => {});
  // Whether there is a newer version may take the network's time to find out: nobody waits for that.
  if (crossOriginIsolated || sessionStorage.getItem(kReloaded)) return;
  try {
    if (!(await isActiveSoon(await registered))) return;
    sessionStorage.setItem(kReloaded, 'yes');
    // Whoever comes back to this page as it is now finds it waiting.
    addEventListener('pageshow', () => location.reload());
    location.reload();
    await new Promise(() => {});
  } catch {
    // Refused, for instance in a private window or without https: the page works online and with one thread.
  }
}

/** The page that waits takes over, and is loaded. */
export async function useNewVersion() {
  const registration = await navigator.serviceWorker.getRegistration();
  navigator.serviceWorker.addEventListener('controllerchange', () => location.reload(), { once: true });
  registration?.waiting?.postMessage('take over');
}

/**
 * Whatever of the engine was loaded past the service worker is kept too, for visits without network.
 * @param {boolean} threaded
 */
export function keepForOffline(threaded) {
  navigator.serviceWorker?.controller?.postMessage({ keepEngine: threaded ? 'threads' : 'single' });
}

/** @param {ServiceWorkerRegistration} registration @param {() => void} onNewVersion */
function watchForUpdate(registration, onNewVersion) {
  if (registration.waiting && registration.active) onNewVersion();
  registration.addEventListener('updatefound', () => {
    const worker = registration.installing;
    worker?.addEventListener('statechange', () => {
      if (worker.state === 'installed' && navigator.serviceWorker.controller) onNewVersion();
    });
  });
}

/** @param {ServiceWorkerRegistration} registration @returns {Promise<boolean>} */
function isActiveSoon(registration) {
  const worker = registration.installing ?? registration.waiting ?? registration.active;
  if (!worker) return Promise.resolve(false);
  if (worker.state === 'activated') return Promise.resolve(true);
  return new Promise((resolve) => {
    setTimeout(() => resolve(false), kLongestWait);
    worker.addEventListener('statechange', () => {
      if (worker.state === 'activated') resolve(true);
      if (worker.state === 'redundant') resolve(false);
    });
  });
}
