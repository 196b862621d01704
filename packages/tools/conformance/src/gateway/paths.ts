/** Returns a path without slashes at its end. */
export function withoutSlashes(path: string): string {
  let end = path.length;
  while (path[end - 1] === '/') end--;
  return path.slice(0, end);
}

/** Returns a URL without its scheme, its query, and slashes at its end: behind a proxy, links can have another scheme. */
export function placeOf(url: string): string {
  const { host, pathname } = new URL(url);
  return `${host}${withoutSlashes(pathname)}`;
}

/** Whether a URL leads to a place below another one. */
export function isBelowPlace(url: string, parent: string): boolean {
  return placeOf(url).startsWith(`${placeOf(parent)}/`);
}

/** Whether two URLs may lead to the same place: servers differ in slashes, case, and encoding. */
export function mayBeSamePlace(left: string, right: string): boolean {
  return loose(left) === loose(right);
}

function loose(url: string): string {
  const place = placeOf(url);
  const decoded = place.includes('%') ? decodedOf(place) : place;
  const segments = decoded.split('/').filter((segment) => segment !== '');
  return segments.join('/').toLowerCase();
}

function decodedOf(place: string): string {
  try {
    return decodeURIComponent(place);
  } catch {
    return place;
  }
}
