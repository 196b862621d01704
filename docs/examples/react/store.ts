/** Stores one value in IndexedDB. */
const opened = (): Promise<IDBDatabase> =>
  new Promise((resolve, reject) => {
    const request = indexedDB.open('articles', 1);
    request.onupgradeneeded = () => void request.result.createObjectStore('states');
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });

async function run<Result>(
  mode: IDBTransactionMode,
  act: (states: IDBObjectStore) => IDBRequest<Result>,
): Promise<Result> {
  const database = await opened();
  return new Promise((resolve, reject) => {
    const request = act(database.transaction('states', mode).objectStore('states'));
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  }).finally(() => database.close()) as Promise<Result>;
}

export const loadState = (): Promise<unknown> => run('readonly', (states) => states.get('state'));
export const storeState = (state: object): Promise<unknown> => run('readwrite', (states) => states.put(state, 'state'));
