import { locationOf } from '@linkage/core/internal';
import type { JSX } from 'preact';
import { withCode } from '../../shared/with-code.tsx';
import type { Answer, RecordsMistake, View } from '../model/question.ts';
import type { Select } from './editors.tsx';

/** A problem, or what the page has done. */
export type Notice = string | { readonly done: string };

interface Properties {
  readonly view: View;
  readonly declaration: string;
  /** `undefined` while the worker calculates for the first time. */
  readonly answer: Answer | undefined;
  readonly notice: Notice | undefined;
  readonly onDeclaration: Select;
  readonly onRecords: Select;
}

/** The state of the result in one line, and the mistakes with buttons that lead to them. */
export function Summary({ view, declaration, answer, notice, onDeclaration, onRecords }: Properties): JSX.Element {
  return (
    <div class="summary">
      {notice !== undefined && (
        <p role="alert" class={typeof notice === 'string' ? 'bad' : 'good'}>
          {typeof notice === 'string' ? notice : notice.done}
        </p>
      )}
      <div role="status">
        <Line
          view={view}
          declaration={declaration}
          answer={answer}
          onDeclaration={onDeclaration}
          onRecords={onRecords}
        />
      </div>
    </div>
  );
}

function placeOf({ pointer, location }: RecordsMistake): string {
  return location === undefined ? `Records ${pointer}` : `Records, line ${location.line}, column ${location.column}`;
}

function Line({ view, declaration, answer, onDeclaration, onRecords }: Omit<Properties, 'notice'>): JSX.Element {
  if (answer === undefined) return <p>Calculating …</p>;
  const { mistake, recordsMistake, failure, status } = answer;
  if (failure !== undefined) return <p class="bad">{withCode(failure)}</p>;
  if (mistake !== undefined) {
    const { line, column } = locationOf(declaration, mistake.from);
    return (
      <p class="bad">
        <button type="button" onClick={onDeclaration}>{`Declaration, line ${line}, column ${column}`}</button>{' '}
        {withCode(mistake.message)}
      </p>
    );
  }
  if (recordsMistake !== undefined) {
    return (
      <p class="bad">
        <button type="button" onClick={onRecords}>
          {placeOf(recordsMistake)}
        </button>{' '}
        {withCode(recordsMistake.message)}
      </p>
    );
  }
  if (view !== 'document') return <p>{answer.note ?? 'Calculating …'}</p>;
  return <p class={status !== undefined && status < 400 ? 'good' : 'bad'}>{`Status ${status}`}</p>;
}
