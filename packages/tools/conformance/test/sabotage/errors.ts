// biome-ignore-all lint/suspicious/noAssignInExpressions: each line breaks one thing
// biome-ignore-all lint/performance/noDelete: members must be absent
import { errorDocument, every, type Sabotage } from './sabotage.ts';

/** Servers whose error documents are broken. */
export const errorSabotage: readonly Sabotage[] = [
  { name: 'errors stand beside data', row: 'ERR-02', handle: errorDocument((_, it) => (it.data = null)) },
  { name: 'errors is an object', row: 'ERR-01', handle: errorDocument((errors, it) => (it.errors = errors[0])) },
  {
    name: 'pointers lead nowhere',
    row: 'ERR-15',
    handle: errorDocument((errors) =>
      every(errors, (error) => error.source?.pointer !== undefined && (error.source.pointer += '/nowhere')),
    ),
  },
  {
    name: 'pointers are JSONPath',
    row: 'ERR-15',
    handle: errorDocument((errors) =>
      every(
        errors,
        (error) =>
          error.source?.pointer !== undefined &&
          (error.source.pointer = `$${error.source.pointer.replaceAll('/', '.')}`),
      ),
    ),
  },
  {
    name: 'the status of errors is a number',
    row: 'ERR-10',
    handle: errorDocument((errors) => every(errors, (error) => (error.status = Number(error.status)))),
  },
  {
    name: 'errors name no parameter',
    row: 'QRY-14',
    handle: errorDocument((errors) => every(errors, (error) => delete error.source?.parameter)),
  },
  {
    name: 'the title is another one each time',
    row: 'ERR-12',
    handle: (() => {
      let count = 0;
      return errorDocument((errors) => every(errors, (error) => (error.title = `Error ${count++}`)));
    })(),
  },
  { name: 'error objects are empty', row: 'ERR-06', handle: errorDocument((_, it) => (it.errors = [{}])) },
  {
    name: 'an unknown error has a pointer',
    row: 'ERR-19',
    handle: errorDocument((errors) => every(errors, (error) => (error.source = { pointer: '' }))),
  },
];
