import { type Method, methods } from './address.ts';
import { arrayAt, isObject, type Json, type JsonObject, member } from './json.ts';

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
  /** The URI of the profile for the members of included relationships, if the description of the API has it. */
  readonly relatedQueries?: string | undefined;
  /** The URL of the script that validates documents. */
  readonly worker: string;
}

/** Reads the settings from the attributes of the body. */
export function readSettings(body: HTMLElement): Settings {
  const options: Json = JSON.parse(body.dataset['options'] ?? '{}');
  const text = (name: string): string => {
    const value = member(options, name);
    return typeof value === 'string' ? value : '';
  };
  const absolute = (url: string): string => new URL(url || '/', location.href).href.replace(/(?<!\/)\/+$/, '');
  return {
    api: absolute(text('api')),
    requests: absolute(text('proxy') || text('api')),
    description: text('description') || null,
    title: text('title'),
    about: text('about'),
    examples: arrayAt(options, 'examples').filter(isObject).map(exampleOf),
    writes: member(options, 'writes') === true,
    worker: body.dataset['worker'] ?? '',
  };
}

function exampleOf({ title, method, target, body }: JsonObject): Example {
  return {
    title: String(title ?? target),
    method: methods.find((it) => it === method) ?? 'GET',
    target: String(target),
    body: typeof body === 'string' ? body : '',
  };
}
