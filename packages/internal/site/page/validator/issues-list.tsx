import type { JSX } from 'preact';
import { type Target, targetOf } from '../../../../tools/explorer/page/text/pointer-place.ts';
import { withCode } from '../shared/with-code.tsx';
import { isHeaderRule, MAX_ISSUES, REPEATED_MEMBER, type Validation } from './check-text.ts';
import type { Example } from './examples.ts';
import { shortPointer } from './short-pointer.ts';

interface Properties {
  /** `undefined` while the worker validates. */
  readonly validation: Validation | undefined;
  readonly notice: string | undefined;
  /** Accepted documents of the rules that have one. */
  readonly accepted: readonly Example[];
  readonly base: string;
  /** The fault of the link that led here. */
  readonly linkNotice: string | undefined;
  /** Whether the URL contains the document. */
  readonly hasLink: boolean;
  readonly onPlace: (target: Target) => void;
  readonly onSyntaxError: () => void;
}

/** Returns the result in one line. */
function summaryOf(validation: Validation | undefined, notice: string | undefined): string {
  // A rejected text is not in the editor, so no verdict is about it.
  if (notice !== undefined) return 'Not checked';
  if (validation === undefined) return 'Checking …';
  const { issues = [], failure } = validation;
  if (failure !== undefined) return failure;
  if (issues.length === 0) return 'The document follows every rule.';
  if (issues.length === MAX_ISSUES) return `The first ${MAX_ISSUES} issues`;
  return issues.length === 1 ? '1 issue' : `${issues.length} issues`;
}

/** Returns the level of an issue. Rules of the reader's own declaration are not those of the specification. */
function levelOf(rule: string, level: string): string {
  return rule.startsWith('api-') ? 'DECLARATION' : level.toUpperCase();
}

/** A document that follows the rule: what to change. */
function Accepted({ example }: { readonly example: Example | undefined }): JSX.Element | null {
  if (example === undefined) return null;
  return (
    <details>
      <summary>A document that follows this rule</summary>
      <pre>{example.text}</pre>
    </details>
  );
}

/** The issues of the document. */
export function IssuesList(properties: Properties): JSX.Element {
  const { validation, notice, linkNotice, hasLink, accepted, base, onPlace, onSyntaxError } = properties;
  const isGood = notice === undefined && validation?.issues?.length === 0;
  const location = notice === undefined ? validation?.location : undefined;
  return (
    <section class="result" aria-label="Issues">
      {notice !== undefined && (
        <p role="alert" class="bad">
          {notice}
        </p>
      )}
      {linkNotice !== undefined && (
        <p role="alert" class="bad">
          {linkNotice}
        </p>
      )}
      <p role="status" class={isGood ? 'good' : ''}>
        {withCode(summaryOf(validation, notice))}
      </p>
      {location !== undefined && (
        <p class="places">
          <button type="button" onClick={onSyntaxError}>
            line {location.line}, column {location.column}
          </button>
        </p>
      )}
      {!hasLink && <p class="remark">The document is too long for a link, so the URL does not contain it.</p>}
      <ol>
        {(notice === undefined ? validation?.issues : [])?.map(({ rule, level, pointer, message, spec }, index) => (
          <li key={index}>
            <p>
              <strong class={level === 'must' ? 'bad' : 'warn'}>{levelOf(rule, level)}</strong> {withCode(message)}
            </p>
            <p class="places">
              {!isHeaderRule(rule) && (
                <button type="button" title={pointer} onClick={() => onPlace(targetOf({ pointer, rule }))}>
                  {pointer === '' ? 'the whole document' : shortPointer(pointer)}
                </button>
              )}{' '}
              {isHeaderRule(rule) || rule === REPEATED_MEMBER ? (
                <span>{rule}</span>
              ) : (
                <a href={`${base}rules.html#${rule}`}>{rule}</a>
              )}{' '}
              {spec !== undefined && (
                <a href={spec} target="_blank" rel="noreferrer">
                  specification
                </a>
              )}
            </p>
            <Accepted example={accepted.find((it) => it.rule === rule)} />
          </li>
        ))}
      </ol>
    </section>
  );
}
