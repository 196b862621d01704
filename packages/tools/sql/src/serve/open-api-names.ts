import type { DraftModel } from '../model/model.ts';

/** Returns names of schemas for types whose own names have characters that OpenAPI does not allow there. */
export function openApiNames({ types }: DraftModel): Readonly<Record<string, string>> {
  const others = types.filter(({ name }) => !/^[\w-]+$/.test(name));
  return Object.fromEntries(others.map((type, index) => [type.name, `Table${index + 1}`]));
}
