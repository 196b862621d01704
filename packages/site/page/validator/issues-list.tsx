import type { JSX } from 'preact';
import { MAX_ISSUES, type Validation } from './check-text.ts';

interface Properties {
  /** `undefined` while the worker validates. */
  readonly validation: Validation | undefined;
  readonly notice: string | undefined;
  readonly base: string;
  readonly onPlace: (pointer: string) => void;
}

/** Returns the result in one line. */
function summaryOf(validation: Validation | undefined): string {
  if (validation === undefined) return 'Checking …';
  const { issues = [], failure } = validation;
  if (failure !== undefined) return failure;
  if (issues.length === 0) return 'The document follows every rule.';
  if (issues.length === MAX_ISSUES) return `The first ${MAX_ISSUES} issues`;
  return issues.length === 1 ? '1 issue' : `${issues.length} issues`;
}

/** Returns a message with the names in it as code. */
function withCode(message: string): readonly (JSX.Element | string)[] {
  return message.split('`').map((part, index) => (index % 2 === 1 ? <code key={index}>{part}</code> : part));
}

/** The issues of the document. */
export function IssuesList({ validation, notice, base, onPlace }: Properties): JSX.Element {
  const isGood = validation?.issues?.length === 0;
  return (
    <section class="result" aria-label="Issues">
      {notice !== undefined && (
        <p role="alert" class="bad">
          {notice}
        </p>
      )}
      <p role="status" class={isGood ? 'good' : ''}>
        {summaryOf(validation)}
      </p>
      <ol>
        {validation?.issues?.map(({ rule, level, pointer, message, spec }, index) => (
          <li key={index}>
            <p>
              <strong class={level === 'must' ? 'bad' : 'warn'}>{level.toUpperCase()}</strong> {withCode(message)}
            </p>
            <p class="places">
              <button type="button" onClick={() => onPlace(pointer)}>
                {pointer === '' ? 'the whole document' : pointer}
              </button>{' '}
              <a href={`${base}rules.html#${rule}`}>{rule}</a>{' '}
              {spec !== undefined && (
                <a href={spec} target="_blank" rel="noreferrer">
                  specification
                </a>
              )}
            </p>
          </li>
        ))}
      </ol>
    </section>
  );
}
