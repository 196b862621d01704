import fc from 'fast-check';
import { readNames } from '../../bench/src/hostile/names.ts';
import { oddNames, oddPieces, oddStrings } from '../../bench/src/hostile/odd.ts';
import { printTree, spotsOf, type Tree, treeOf } from './tree.ts';

interface Step {
  readonly kind: (typeof kinds)[number];
  readonly at: number;
  readonly from: number;
  readonly name: string;
  readonly text: string;
}

const kinds = [
  'replace',
  'remove',
  'again',
  'rename',
  'add',
  'array',
  'object',
  'copy',
  'repeat',
  'twice',
  'replace',
  'rename',
] as const;

function takeStep(root: { tree: Tree }, { kind, at, from, name, text }: Step): void {
  const spots = spotsOf(root);
  const spot = spots[at % spots.length];
  if (spot === undefined) return;
  const { tree } = spot;
  const odd: Tree = { kind: 'raw', text };
  if (kind === 'replace') spot.put(odd);
  else if (kind === 'remove') spot.remove?.();
  else if (kind === 'again') spot.again?.();
  else if (kind === 'rename') spot.rename?.(name);
  else if (kind === 'add' && tree.kind === 'object') tree.members.push({ name, value: odd });
  else if (kind === 'add' && tree.kind === 'array') tree.items.push(odd);
  else if (kind === 'array') spot.put({ kind: 'array', items: [tree] });
  else if (kind === 'object') spot.put({ kind: 'object', members: [{ name, value: tree }] });
  else if (kind === 'copy') spot.put(structuredClone((spots[from % spots.length] ?? spot).tree));
  else if (kind === 'repeat' && tree.kind === 'array') tree.items.push(...repeated(tree.items, from));
  else if (kind === 'twice') spot.put({ kind: 'array', items: [tree, tree] });
}

/** At most 64 more elements, so that several steps do not multiply to a document of megabytes. */
function repeated(items: readonly Tree[], from: number): Tree[] {
  if (items.length === 0 || items.length > 200) return [];
  return Array.from({ length: from % 64 }, (_, index) => items[index % items.length] as Tree);
}

const size = 60_000;

function mutate(seed: string, steps: readonly Step[], cut: readonly [number, string] | null): string {
  const root = { tree: treeOf(JSON.parse(seed)) };
  for (const step of steps) takeStep(root, step);
  const text = printTree(root.tree).slice(0, size);
  if (cut === null) return text;
  const [at, piece] = cut;
  const place = at % (text.length + 1);
  return piece === '' ? text.slice(0, place) : text.slice(0, place) + piece + text.slice(place);
}

const position = fc.nat({ max: 5000 });

/** Names and strings of an input: those of the catalogue, and more that its seeds need. */
export interface Extra {
  readonly names?: readonly string[];
  readonly strings?: readonly string[];
  /** Whether the result must be JSON, without cut strings and values that are not JSON. */
  readonly isJson?: boolean;
}

/** Creates strings of documents: seeds with a few changes each. */
export function mutatedDocuments(seeds: readonly unknown[], extra: Extra = {}): fc.Arbitrary<string> {
  const { names = [], strings = [], isJson = false } = extra;
  const json = fc.constantFrom(...[...oddStrings, ...strings].filter(isJsonText));
  // A string that is not JSON ends the reading at once, so most inputs are JSON.
  const broken = oddStrings.filter((text) => !isJsonText(text));
  const step = fc.record({
    kind: fc.constantFrom(...kinds),
    at: position,
    from: position,
    name: fc.oneof({ weight: 9, arbitrary: fc.constantFrom(...oddNames, ...names) }, fc.constantFrom(...readNames)),
    text: isJson ? json : fc.oneof({ weight: 30, arbitrary: json }, fc.constantFrom(...broken)),
  });
  const piece = fc.oneof(fc.constant(''), fc.constantFrom(...oddPieces), fc.constantFrom(...oddStrings));
  const whole = fc.constant(null);
  const cut = isJson ? whole : fc.oneof({ weight: 12, arbitrary: whole }, fc.tuple(position, piece));
  return fc
    .tuple(fc.constantFrom(...seeds.map((it) => JSON.stringify(it))), fc.array(step, { maxLength: 5 }), cut)
    .map(([seed, steps, at]) => mutate(seed, steps, at))
    .filter((text) => !isJson || isJsonText(text));
}

function isJsonText(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
