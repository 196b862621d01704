import { type Address, methods, targetOf } from './address.ts';
import { arrayAt, isObject, type Json, member, parseJson } from './json.ts';
import type { Header } from './send.ts';
import type { Settings } from './settings.ts';

/** Where requests go, and with which headers. */
export interface Environment {
  readonly name: string;
  /** The URL of the API. Empty for that of the host. */
  readonly api: string;
  readonly headers: readonly Header[];
}

/** The environment of a page that keeps none. */
export const firstEnvironment: Environment = { name: 'Default', api: '', headers: [] };

/**
 * Returns the settings of an environment, or `undefined` if the content security policy of the page does not allow requests to its URL:
 * it must be on the host of the page or of the API, and behind a proxy below the URL of the API.
 */
export function settingsOf(settings: Settings, { api }: Environment): Settings | undefined {
  if (api.trim() === '') return settings;
  if (!URL.canParse(api.trim(), `${settings.api}/`)) return undefined;
  const url = new URL(api.trim(), `${settings.api}/`);
  if (url.username !== '' || url.search !== '' || url.hash !== '') return undefined;
  const absolute = url.href.replace(/(?<!\/)\/+$/, '');
  if (settings.requests !== settings.api) {
    const below = targetOf(absolute, `${settings.api}/`);
    const path = below === '/' ? '' : below;
    return path === undefined ? undefined : { ...settings, api: absolute, requests: settings.requests + path };
  }
  const origins = [location.origin, new URL(settings.api).origin];
  return origins.includes(url.origin) ? { ...settings, api: absolute, requests: absolute } : undefined;
}

/** The data that the page keeps until the tab is closed. */
export interface Kept {
  readonly environments: readonly Environment[];
  readonly current: number;
}

const MAX_KEPT = 20;
const MAX_TEXT = 8192;

/** Each page keeps its own: other pages of the host have the same storage. */
function keyOf(part: string): string {
  return `explorer ${part} ${location.pathname}`;
}

/** Reads a value of the storage of the tab. The user can have forbidden storage. */
export function readKept(part: string): Json | undefined {
  try {
    return parseJson(sessionStorage.getItem(keyOf(part)) ?? '');
  } catch {
    return undefined;
  }
}

/** Keeps a value in the storage of the tab, or forgets it. */
export function keep(part: string, value: unknown): void {
  try {
    if (value === undefined) sessionStorage.removeItem(keyOf(part));
    else sessionStorage.setItem(keyOf(part), JSON.stringify(value));
  } catch {
    // The storage is full or forbidden: the values stay in memory.
  }
}

/** Returns the environments that the user has asked to keep, or `undefined`. */
export function readEnvironments(): Kept | undefined {
  const kept = readKept('environments');
  const list = arrayAt(kept, 'environments').slice(0, MAX_KEPT);
  const environments = list.flatMap((it): Environment[] => {
    const [name, api] = [member(it, 'name'), member(it, 'api')];
    if (typeof name !== 'string' || typeof api !== 'string' || !Array.isArray(member(it, 'headers'))) return [];
    const fields = arrayAt(it, 'headers').filter(isObject);
    return [
      { name, api, headers: fields.map((field) => ({ name: textOf(field['name']), value: textOf(field['value']) })) },
    ];
  });
  const current = member(kept, 'current');
  const index = typeof current === 'number' && environments[current] !== undefined ? current : 0;
  return environments.length === 0 ? undefined : { environments, current: index };
}

function textOf(value: Json | undefined): string {
  return typeof value === 'string' ? value.slice(0, MAX_TEXT) : '';
}

const MAX_HISTORY = 50;

/** A request of this visit. */
export interface Visit {
  readonly address: Address;
  /** Absent if the server could not be reached. */
  readonly status: number | undefined;
}

/** Returns the history with a request at its beginning. */
export function withVisit(history: readonly Visit[], address: Address, status?: number): readonly Visit[] {
  return [{ address, status }, ...history].slice(0, MAX_HISTORY);
}

/** Names of query parameters that usually contain a secret. */
const secret = /token|key|secret|password|passwd|auth|session|signature|credential|jwt|code/i;

/** Whether the storage can contain an address. */
export function canBeKept({ target }: Address): boolean {
  const query = target.split('?').slice(1).join('?');
  return target.length <= MAX_TEXT && !query.split('&').some((it) => secret.test(it.split('=', 1)[0] ?? ''));
}

/** Keeps the history without the values of query parameters whose names sound like a secret. It contains no headers. */
export function keepVisits(visits: readonly Visit[]): void {
  const shown = visits.filter(({ address }) => canBeKept(address));
  keep('history', shown.length === 0 ? undefined : shown);
}

/** Returns an address of the storage, or `undefined`. */
export function readAddress(kept: Json | undefined): Address | undefined {
  const [method, target] = [methods.find((it) => it === member(kept, 'method')), member(kept, 'target')];
  return method === undefined || typeof target !== 'string' ? undefined : { method, target };
}

/** Returns the history of the tab. */
export function readVisits(): readonly Visit[] {
  const list = readKept('history');
  return (Array.isArray(list) ? list : []).flatMap((it): Visit[] => {
    const [address, status] = [readAddress(member(it, 'address')), member(it, 'status')];
    return address === undefined ? [] : [{ address, status: typeof status === 'number' ? status : undefined }];
  });
}
