import type { ServerDescription } from '@linkage/server';
import type { JSX } from 'preact';
import { useMemo } from 'preact/hooks';
import { Choice, TextBox } from '../../../../../tools/explorer/page/parts/controls.tsx';
import { QueryBuilder } from '../../../../../tools/explorer/page/parts/query-builder.tsx';
import { readDescription } from '../../../../../tools/explorer/page/state/description.ts';
import { type Knowledge, type KnownType, typeAt } from '../../../../../tools/explorer/page/state/knowledge.ts';
import { formatTarget, parameterOf, parseTarget, withValue } from '../../../../../tools/explorer/page/state/query.ts';
import { draftOfCreate, exampleOf } from '../../../../../tools/explorer/page/text/draft.ts';
import { type Method, methods } from '../model/question.ts';

interface Properties {
  readonly target: string;
  readonly description: ServerDescription | undefined;
  readonly method: Method;
  /** The names of the users of the declaration. Empty if it does not have rules. */
  readonly users: readonly string[];
  readonly user: string | undefined;
  readonly onTarget: (target: string) => void;
  /** @param body A document to begin with, if the reader has not written one. */
  readonly onMethod: (method: Method, body?: string) => void;
  readonly onUser: (user: string) => void;
}

/** Returns a document to begin with: of a new resource, or of the resource at the path. */
function draftOf(method: Method, path: string, type: KnownType | undefined): string {
  if (type === undefined || method === 'DELETE') return '';
  if (method === 'POST') return draftOfCreate(type, ({ required }) => required);
  const id = decodeURIComponent(path.slice(type.path.length + 1).split('/')[0] ?? '');
  const first = [...type.fields.values()].find(({ kind, canWrite }) => kind === 'attribute' && canWrite);
  const attributes = first === undefined ? {} : { [first.name]: exampleOf(first.schema) };
  return JSON.stringify({ data: { type: type.name, id, attributes } }, null, 2);
}

/** The request: its URL as a line, and the query as controls. Both show the same text. */
export function RequestBar(properties: Properties): JSX.Element {
  const { target, description, method, users, user, onTarget, onMethod, onUser } = properties;
  const known = useMemo<Knowledge>(
    () => (description === undefined ? new Map() : readDescription(description).types),
    [description],
  );
  const { path } = parseTarget(target);
  const type = typeAt(known, path);
  return (
    <section aria-label="Request" class="request">
      <div class="line">
        <Choice
          aria-label="Method"
          value={method}
          options={methods}
          onChoose={(value) => {
            const chosen = methods.find((it) => it === value) ?? 'GET';
            onMethod(chosen, chosen === 'GET' ? undefined : draftOf(chosen, path, type));
          }}
        />
        <TextBox aria-label="Path and query" autocapitalize="off" value={target} onText={onTarget} />
        {users.length > 0 && (
          <label for="user">
            User{' '}
            <Choice
              id="user"
              value={user !== undefined && users.includes(user) ? user : users[0]}
              options={users}
              onChoose={onUser}
            />
          </label>
        )}
      </div>
      <details>
        <summary>Build the query</summary>
        <div class="controls">
          <label for="collection">
            Collection{' '}
            <Choice
              id="collection"
              value={type?.name ?? ''}
              options={[...(type === undefined ? [['', 'none'] as const] : []), ...known.keys()]}
              onChoose={(name) => onTarget(known.get(name)?.path ?? '/')}
            />
          </label>
          <QueryBuilder {...{ known, type, target, onTarget }} hasRelatedQueries={false} onRun={onTarget} />
          <PageChoice target={target} names={pageNames(description, type, path)} onTarget={onTarget} />
        </div>
      </details>
    </section>
  );
}

/** Returns the names of `page[…]` at a path without the size, which the query has, or none if the path is not one of a collection. */
function pageNames(
  description: ServerDescription | undefined,
  type: KnownType | undefined,
  path: string,
): readonly string[] {
  if (description === undefined || type === undefined || path !== type.path) return [];
  const { page } = description.types[type.name] ?? {};
  if (page === undefined) return [];
  return [...page.names.filter((name) => name !== 'size'), ...(page.total === 'on-request' ? ['total'] : [])];
}

interface PageChoiceProperties {
  readonly target: string;
  readonly names: readonly string[];
  readonly onTarget: (target: string) => void;
}

function PageChoice({ target: text, names, onTarget }: PageChoiceProperties): JSX.Element | null {
  if (names.length === 0) return null;
  const target = parseTarget(text);
  const set = (name: string, value: string): void => onTarget(formatTarget(withValue(target, name, value)));
  return (
    <fieldset>
      <legend>Page</legend>
      <div class="choices">
        {names.map((name) => {
          const parameter = `page[${name}]`;
          const value = parameterOf(target, parameter) ?? '';
          return name === 'total' ? (
            <label key={name}>
              <input
                type="checkbox"
                checked={value === 'true'}
                onChange={({ currentTarget }) => set(parameter, currentTarget.checked ? 'true' : '')}
              />{' '}
              {name}
            </label>
          ) : (
            <label key={name}>
              {name}{' '}
              <input
                class="short"
                inputMode="numeric"
                value={value}
                onInput={({ currentTarget }) => set(parameter, currentTarget.value)}
              />
            </label>
          );
        })}
      </div>
    </fieldset>
  );
}
