/** Finds the part of a call that the error of a function is about. */
import type { Place } from './mistake.ts';
import type { CallSyntax, MemberSyntax, Syntax } from './syntax.ts';

type Members = WeakMap<object, ReadonlyMap<string, MemberSyntax>>;

/** Returns the names in a message: those in double quotes, which are values of the text, before those in backticks. */
function namesIn(message: string): readonly string[] {
  // The suggestions after the fact are other names.
  const [fact = ''] = message.split(/ (?:Did you mean|Known) /, 1);
  const quoted = [...fact.matchAll(/"([^"]+)"/g)].map(([, name = '']) => name);
  const ticked = [...fact.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name);
  const first = /^defineApi: ([^\s:`"]+)/.exec(fact)?.[1];
  return [...quoted, ...(first === undefined ? [] : [first]), ...ticked];
}

function memberOf(members: Members, object: unknown, name: string): MemberSyntax | undefined {
  return typeof object === 'object' && object !== null ? members.get(object)?.get(name) : undefined;
}

function ownValue(object: unknown, name: string): unknown {
  return typeof object === 'object' && object !== null && Object.hasOwn(object, name)
    ? (object as Readonly<Record<string, unknown>>)[name]
    : undefined;
}

/** Returns the member of the field `type.field`, or of the type. */
function fieldMember(members: Members, declaration: unknown, name: string): MemberSyntax | undefined {
  const [type = '', field] = name.split('.');
  if (field === undefined) return memberOf(members, declaration, type);
  const declared = ownValue(declaration, type);
  return (
    memberOf(members, ownValue(declared, 'attributes'), field) ??
    memberOf(members, ownValue(declared, 'relationships'), field)
  );
}

/** Returns the place of a text or of the name of a member in an expression. */
function findName(syntax: Syntax, name: string): Place | undefined {
  if (syntax.kind === 'value') return syntax.value === name ? syntax : undefined;
  if (syntax.kind === 'array') return firstOf(syntax.items, ({ value }) => findName(value, name));
  if (syntax.kind === 'call') return firstOf(syntax.given, (it) => findName(it, name));
  if (syntax.kind !== 'object') return undefined;
  const named = syntax.members.find((member) => member.name === name);
  return named ?? firstOf(syntax.members, ({ value }) => findName(value, name));
}

function firstOf<Item>(items: readonly Item[], find: (item: Item) => Place | undefined): Place | undefined {
  for (const item of items) {
    const found = find(item);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Returns the place that the message of a failed call names: a field, an option, or a text. Default: the name of the function. */
export function placeInCall(call: CallSyntax, given: readonly unknown[], message: string, members: Members): Place {
  const isType = (name: string): boolean => memberOf(members, given[0], name) !== undefined;
  const found = namesIn(message);
  // A message also names the type that lacks something.
  const names = [...found.filter((name) => !isType(name)), ...found.filter(isType)];
  const paths = [...names.filter((name) => name.includes('.')), ...names];
  const field = firstOf(paths, (name) => fieldMember(members, given[0], name)) as MemberSyntax | undefined;
  const searched: Syntax = field?.value ?? call;
  const { from, to } = firstOf(names, (name) => findName(searched, name)) ?? field ?? call.called;
  return { from, to };
}
