import { type Method, methods } from './state/address.ts';
import { isObject, type Json, member } from './state/json.ts';

/** A request that the host offers. */
export interface Example {
  readonly title: string;
  readonly method: Method;
  readonly target: string;
  readonly body: string;
}

/** The settings that the host wrote into the page. */
export interface Settings {
  /** The absolute URL of the API, without a slash at the end. */
  readonly api: string;
  /** The URL to which requests go, without a slash at the end: `api`, or a path that forwards to it. */
  readonly requests: string;
  readonly description: string | null;
  readonly title: string;
  readonly about: string;
  readonly examples: readonly Example[];
  readonly writes: boolean;
  /** The URL of the script that validates documents. */
  readonly worker: string;
}

/** Reads the settings from the attributes of the body. */
export function readSettings(body: HTMLElement): Settings {
  const options: Json = JSON.parse(body.dataset['options'] ?? '{}');
  const text = (name: string): string => {
    const value = isObject(options) ? member(options, name) : undefined;
    return typeof value === 'string' ? value : '';
  };
  const absolute = (url: string): string => new URL(url || '/', location.href).href.replace(/(?<!\/)\/+$/, '');
  return {
    api: absolute(text('api')),
    requests: absolute(text('proxy') || text('api')),
    description: text('description') || null,
    title: text('title'),
    about: text('about'),
    examples: examplesOf(member(options, 'examples')),
    writes: member(options, 'writes') === true,
    worker: body.dataset['worker'] ?? '',
  };
}

function examplesOf(value: Json | undefined): readonly Example[] {
  const list = Array.isArray(value) ? value.filter(isObject) : [];
  return list.map((it) => ({
    title: String(it['title'] ?? it['target']),
    method: methods.find((method) => method === it['method']) ?? 'GET',
    target: String(it['target']),
    body: typeof it['body'] === 'string' ? it['body'] : '',
  }));
}
