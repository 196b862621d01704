/** Returns a value as a literal type. */
export function formatValue(value: unknown): string {
  if (typeof value !== 'string') return String(value);
  return `'${JSON.stringify(value).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")}'`;
}

/** Returns the name of a member, with quotes if TypeScript requires them. */
export function formatName(name: string): string {
  return /^[\p{ID_Start}$_][\p{ID_Continue}$]*$/u.test(name) ? name : formatValue(name);
}

/** Returns the name of a type of TypeScript for a resource type: `BlogPosts` for `blog-posts`. */
export function typeName(type: string): string {
  const words = type.split(/[^\p{ID_Continue}]+/u).filter(Boolean);
  const name = words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join('');
  return /^\p{ID_Start}/u.test(name) ? name : `Type${name}`;
}
