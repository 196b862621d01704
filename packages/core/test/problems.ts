import { JsonApiError } from '../src/index.ts';
import { pointerResolves } from './pointer-resolves.ts';

/** The problems that parsing a document reports, each as `status code pointer`; every pointer has to resolve. */
export function problemsOf(document: unknown, parse: () => unknown): readonly string[] {
  try {
    parse();
  } catch (error) {
    if (!JsonApiError.is(error)) throw error;
    return error.errors.map(({ status, code, source }) => {
      if (source?.pointer === undefined || !pointerResolves(document, source.pointer)) {
        throw new Error(`The pointer ${source?.pointer} leads nowhere.`);
      }
      return `${status} ${code} ${source.pointer}`;
    });
  }
  return [];
}
