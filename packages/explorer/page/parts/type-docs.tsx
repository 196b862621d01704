import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { cut } from '../state/json.ts';
import type { KnownType } from '../state/knowledge.ts';
import { wordsOf } from '../state/schema.ts';

const MAX_TEXT = 1000;
const MAX_FIELDS = 200;

/** What the page knows of a type: its description, methods, and fields. */
export function TypeDocs({ type }: { readonly type: KnownType }): JSX.Element {
  const [isOpen, setOpen] = useState(false);
  return (
    <details class="docs" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>Documentation: {cut(type.name, MAX_TEXT)}</summary>
      {isOpen && <Docs type={type} />}
    </details>
  );
}

function Docs({ type }: { readonly type: KnownType }): JSX.Element {
  const { description, methods, path, fields, clientIds, pageSize } = type;
  const all = [...fields.values()];
  const isDescribed = all.some((field) => field.description !== undefined);
  return (
    <>
      {description !== undefined && <p>{cut(description, MAX_TEXT)}</p>}
      <p class="dim break">
        {[...methods].join(', ')} {cut(path, MAX_TEXT)}
        {clientIds && '. A new resource can have an id of its own'}
        {pageSize?.maximum !== undefined && `. A page has at most ${pageSize.maximum} resources`}.
      </p>
      <section class="plain scroll" tabIndex={0} aria-label={`Fields of ${cut(type.name, MAX_TEXT)}`}>
        <table>
          <thead>
            <tr>
              {['Field', 'Values', 'Rules', ...(isDescribed ? ['Description'] : [])].map((it) => (
                <th key={it} scope="col">
                  {it}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {all.slice(0, MAX_FIELDS).map((field) => (
              <tr key={field.name}>
                <th scope="row">{cut(field.name, MAX_TEXT)}</th>
                <td class="wide">
                  {cut(
                    field.kind === 'attribute' ? wordsOf(field.schema) : `${field.kind} ${field.targets.join(', ')}`,
                    MAX_TEXT,
                  )}
                </td>
                <td class="wide">
                  {[
                    field.required ? 'required' : '',
                    field.canWrite ? '' : 'read-only',
                    field.canSort ? 'sort' : '',
                    field.canInclude ? 'include' : '',
                    field.operators.length > 0 ? 'filter' : '',
                  ]
                    .filter(Boolean)
                    .join(', ')}
                </td>
                {isDescribed && <td class="wide">{cut(field.description ?? '', MAX_TEXT)}</td>}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      {all.length > MAX_FIELDS && <p class="dim">{all.length - MAX_FIELDS} more fields</p>}
    </>
  );
}
