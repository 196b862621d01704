import type { JSX } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { usePage } from '../hooks/use-page.ts';
import { cut } from '../state/json.ts';
import type { KnownField, KnownType } from '../state/knowledge.ts';
import { wordsOf } from '../state/schema.ts';
import { Small } from './controls.tsx';

const MAX_TEXT = 1000;
const MAX_FIELDS = 200;

/** What the page knows of a type: its description, methods, and fields. A relationship leads to the same for its type. */
export function TypeDocs({ type: first }: { readonly type: KnownType }): JSX.Element {
  const { known } = usePage();
  const [name, setName] = useState(first.name);
  const heading = useRef<HTMLHeadingElement>(null);
  const type = known.get(name) ?? first;
  const before = useRef(name);
  // The button that was pressed is gone.
  useEffect(() => {
    if (before.current !== name) heading.current?.focus();
    before.current = name;
  }, [name]);
  const { description, methods, path, fields, clientIds, pageSize } = type;
  const all = [...fields.values()];
  return (
    <div class="docs">
      <h2 ref={heading} tabIndex={-1}>
        {cut(type.name, MAX_TEXT)}
      </h2>
      {type !== first && <Small onClick={() => setName(first.name)}>Back to {cut(first.name, MAX_TEXT)}</Small>}
      {description !== undefined && <p>{cut(description, MAX_TEXT)}</p>}
      <p class="dim">
        {[...methods].join(', ')} <code>{cut(path, MAX_TEXT)}</code>
        {clientIds && '. A new resource can have an id of its own'}
        {pageSize?.maximum !== undefined && `. A page has at most ${pageSize.maximum} resources`}.
      </p>
      <ul class="fields" aria-label={`Fields of ${cut(type.name, MAX_TEXT)}`}>
        {all.slice(0, MAX_FIELDS).map((field) => (
          <li key={field.name}>
            <strong>{cut(field.name, MAX_TEXT)}</strong>{' '}
            {rulesOf(field).map((it) => (
              <span key={it} class="tag">
                {it}{' '}
              </span>
            ))}
            <div class="dim">
              {field.kind === 'attribute' ? cut(wordsOf(field.schema), MAX_TEXT) : field.kind}
              {field.targets.map((it) => (
                <span key={it}>
                  {' '}
                  {known.has(it) ? (
                    <Small class="small quiet" onClick={() => setName(it)}>
                      {cut(it, MAX_TEXT)}
                    </Small>
                  ) : (
                    cut(it, MAX_TEXT)
                  )}
                </span>
              ))}
            </div>
            {field.description !== undefined && <p>{cut(field.description, MAX_TEXT)}</p>}
          </li>
        ))}
      </ul>
      {all.length > MAX_FIELDS && <p class="dim">{all.length - MAX_FIELDS} more fields</p>}
    </div>
  );
}

/** Returns what requests must and can do with a field, in a few words each. */
function rulesOf({ required, canWrite, canSort, nulls, canInclude, operators }: KnownField): readonly string[] {
  return [
    required ? 'required' : '',
    canWrite ? '' : 'read-only',
    canSort ? `sort${nulls === undefined ? '' : ` (null ${nulls})`}` : '',
    canInclude ? 'include' : '',
    operators.length > 0 ? 'filter' : '',
  ].filter(Boolean);
}
