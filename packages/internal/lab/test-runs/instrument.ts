import { type Node, parseSync, type Span, Visitor } from 'oxc-parser';

/** A block of a source, or the expression that an arrow function returns. */
interface Place extends Span {
  readonly isBlock: boolean;
}

/** The name of a place: the same in the instrumented source and for a mutant inside of it. */
function placeId(file: string, { start }: Span): string {
  return `${file}:${start}`;
}

function placesOf(file: string, source: string): readonly Place[] {
  const places: Place[] = [];
  const add = ({ start, end }: Node, isBlock: boolean): number => places.push({ start, end, isBlock });
  new Visitor({
    BlockStatement: (node) => void add(node, true),
    ArrowFunctionExpression: ({ body }) => void (body.type === 'BlockStatement' || add(body, false)),
  }).visit(parseSync(file, source).program);
  return places;
}

/** Returns a source that adds the name of each place to the set `linkageReached` of the global object when it runs. */
export function instrument(file: string, source: string): string {
  const insertions = placesOf(file, source).flatMap((place) => {
    const call = `globalThis.linkageReached?.add(${JSON.stringify(placeId(file, place))})`;
    if (place.isBlock) return [{ at: place.start + 1, text: `${call};` }];
    return [
      { at: place.start, text: `(${call}, ` },
      { at: place.end, text: ')' },
    ];
  });
  let text = '';
  let end = 0;
  for (const insertion of insertions.sort((left, right) => left.at - right.at)) {
    text += source.slice(end, insertion.at) + insertion.text;
    end = insertion.at;
  }
  return text + source.slice(end);
}

/** Returns the name of the innermost place around a position; undefined at the top level of a module. */
export function placeAround(file: string, source: string, position: number): string | undefined {
  const around = placesOf(file, source)
    .filter(({ start, end }) => start <= position && position < end)
    .sort((left, right) => right.start - left.start || left.end - right.end);
  return around[0] === undefined ? undefined : placeId(file, around[0]);
}
