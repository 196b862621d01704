import type { JSX } from 'preact';
import { cut } from '../state/json.ts';
import type { Issue } from '../state/validate.ts';
import { CodeWords } from './code-words.tsx';
import { Small } from './controls.tsx';

const MAX_LENGTH = 200;

interface IssuesViewProperties {
  readonly issues: readonly Issue[] | undefined;
  /** Why the validator has no result. */
  readonly failure: string | undefined;
  readonly hasDocument: boolean;
  readonly onPlace: (pointer: string) => void;
}

/** Shows the issues that the validator reports in a document. */
export function IssuesView({ issues, failure, hasDocument, onPlace }: IssuesViewProperties): JSX.Element {
  if (!hasDocument) return <p class="dim">The response does not contain a JSON document.</p>;
  if (failure !== undefined) return <p class="bad">The document cannot be checked: {cut(failure, MAX_LENGTH)}</p>;
  if (issues === undefined) return <p class="dim">Checking…</p>;
  if (issues.length === 0) return <p class="good">The document follows every rule of JSON:API 1.1.</p>;
  return (
    <ul class="issues">
      {issues.map(({ rule, level, pointer, message, spec }, index) => (
        <li key={index}>
          <span class={level === 'must' ? 'bad' : 'warn'}>{level}</span> <CodeWords text={cut(message, 1000)} />
          <div class="dim">
            <Small onClick={() => onPlace(pointer)}>{cut(pointer, MAX_LENGTH) || 'the whole document'}</Small>{' '}
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
