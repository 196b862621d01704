import type { JSX } from 'preact';
import type { Issue } from '../state/validate.ts';

/** What the validator says of a document. */
export function IssuesView({
  issues,
  hasDocument,
  onPlace,
}: {
  readonly issues: readonly Issue[] | undefined;
  readonly hasDocument: boolean;
  readonly onPlace: (pointer: string) => void;
}): JSX.Element {
  if (!hasDocument) return <p>The response has no JSON document.</p>;
  if (issues === undefined) return <p>Checking…</p>;
  if (issues.length === 0) return <p class="good">The document follows every rule of JSON:API 1.1.</p>;
  return (
    <ul class="issues">
      {issues.map(({ rule, level, pointer, message, spec }, index) => (
        <li key={index}>
          <span class={level === 'must' ? 'bad' : 'warn'}>{level}</span> {message}
          <div class="dim">
            <button type="button" class="small" onClick={() => onPlace(pointer)}>
              {pointer || 'the whole document'}
            </button>{' '}
            {spec === undefined ? (
              rule
            ) : (
              <a href={spec} target="_blank" rel="noreferrer">
                {rule}
              </a>
            )}
          </div>
        </li>
      ))}
    </ul>
  );
}
