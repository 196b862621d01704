import type { ValidateFunction } from 'ajv';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { addFormats } from './formats.ts';

/** The parts of a document that tests read. */
export interface Operation {
  readonly operationId: string;
  readonly parameters?: readonly { readonly $ref: string }[];
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema: object }>> };
  readonly responses: Readonly<Record<string, ResponseObject>>;
}
interface ResponseObject {
  readonly $ref?: string;
  readonly content?: Readonly<Record<string, { readonly schema: object }>>;
}
export interface OpenApi {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: Readonly<Record<string, Readonly<Record<string, object>>>>;
}

/** A response to a request, without the base URL. */
export interface Exchange {
  readonly method: string;
  readonly url: string;
  readonly request?: string | undefined;
  readonly status: number;
  readonly contentType: string | undefined;
  readonly body: string;
}

/** Returns the value to which a reference in a document leads, or undefined. */
export function resolve(document: object, reference: string): unknown {
  let value: unknown = document;
  for (const step of reference.replace(/^#\//, '').split('/')) {
    const name = decodeURIComponent(step).replaceAll('~1', '/').replaceAll('~0', '~');
    value = (value as Readonly<Record<string, unknown>> | undefined)?.[name];
  }
  return value;
}

/** Validates values and answers against a document. */
export function createDocumentCheck(document: Readonly<Record<string, unknown>>) {
  const openApi = document as unknown as OpenApi;
  const ajv = new Ajv2020({ strict: false, allErrors: false });
  addFormats(ajv);
  ajv.addSchema({ $id: 'openapi', ...(document as object) }, 'openapi');
  const compiled = new Map<string, ValidateFunction>();

  /** Returns the validator of the schema at a JSON Pointer of the document. */
  function validatorAt(pointer: string): ValidateFunction {
    const validate = compiled.get(pointer) ?? ajv.compile({ $ref: `openapi#${pointer}` });
    compiled.set(pointer, validate);
    return validate;
  }

  const templates = Object.keys(openApi.paths)
    .map((path) => ({ path, segments: path.split('/') }))
    .sort((one, other) => one.path.split('{').length - other.path.split('{').length);

  function findPath(url: string): string | undefined {
    const segments = (url.split(/[?#]/, 1)[0] ?? '').split('/');
    const found = templates.find(
      (template) =>
        template.segments.length === segments.length &&
        template.segments.every((part, index) => /^\{.+\}$/.test(part) || part === segments[index]),
    );
    return found?.path;
  }

  const escaped = (text: string): string => encodeURIComponent(text.replaceAll('~', '~0').replaceAll('/', '~1'));

  /** Returns what is wrong with an answer. Undefined if it is as described, or if nothing describes it. */
  function problemOf({ method, url, status, body, contentType }: Exchange): string | undefined {
    const path = findPath(url);
    const name = method.toLowerCase();
    const operation = path === undefined ? undefined : openApi.paths[path]?.[name];
    if (path === undefined || operation === undefined) return undefined;
    // HEAD has one response for all errors.
    const response =
      operation.responses[String(status)] ?? (name === 'head' ? operation.responses['default'] : undefined);
    if (response === undefined) return `the status ${status} is not described`;
    occurred.add(status);
    const pointer = response.$ref?.slice(1) ?? `/paths/${escaped(path)}/${name}/responses/${status}`;
    const { content } = resolve(document, `#${decodeURIComponent(pointer)}`) as ResponseObject;
    if (content === undefined) return body === '' ? undefined : 'the response has a document';
    const [type = ''] = Object.keys(content);
    if (!contentType?.startsWith('application/vnd.api+json')) return `the media type is ${contentType}`;
    const validate = validatorAt(`${pointer}/content/${escaped(type)}/schema`);
    return validate(JSON.parse(body)) ? undefined : JSON.stringify(validate.errors);
  }

  /** Returns whether a request document is as described. Undefined if nothing describes it. */
  function isRequestValid(method: string, url: string, body: unknown): boolean | undefined {
    const path = findPath(url);
    const operation = path === undefined ? undefined : openApi.paths[path]?.[method.toLowerCase()];
    const content = operation?.requestBody?.content;
    if (path === undefined || content === undefined) return undefined;
    const [type = ''] = Object.keys(content);
    const pointer = `/paths/${escaped(path)}/${method.toLowerCase()}/requestBody/content/${escaped(type)}/schema`;
    return validatorAt(pointer)(body);
  }

  const occurred = new Set<number>();
  return { openApi, validatorAt, problemOf, isRequestValid, occurred };
}
