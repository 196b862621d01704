import type { JSX } from 'preact';
import { Choice } from '../../../../tools/explorer/page/parts/controls.tsx';
import { type Choices, methods, readChoices } from './choices.ts';
import { examples } from './examples.ts';

interface Properties {
  readonly choices: Choices;
  readonly hasDeclaration: boolean;
  readonly onDeclaration: (hasDeclaration: boolean) => void;
  readonly onChoices: (choices: Choices) => void;
  readonly onExample: (index: number) => void;
}

const flags = [
  ['isRelationship', 'URL of a relationship'],
  ['isSparse', 'Sparse fieldsets'],
  ['isAtomic', 'Atomic Operations'],
  ['isCursor', 'Cursor pagination'],
  ['isStrict', 'Recommendations'],
] as const;

function options(isBroken: boolean): readonly JSX.Element[] {
  const shown = [...examples.entries()].filter(([, example]) => example.isBroken === isBroken);
  return shown.map(([index, { rule, title }]) => (
    <option key={index} value={index}>
      {rule}: {title}
    </option>
  ));
}

/** The choices beside the editor. */
export function ChoicesForm({ choices, hasDeclaration, onDeclaration, onChoices, onExample }: Properties): JSX.Element {
  return (
    <form class="choices" onSubmit={(event) => event.preventDefault()}>
      <label>
        Example{' '}
        <select value="" onChange={({ currentTarget }) => onExample(Number(currentTarget.value))}>
          <option value="" disabled>
            Choose a document
          </option>
          <optgroup label="Accepted">{options(false)}</optgroup>
          <optgroup label="Rejected">{options(true)}</optgroup>
        </select>
      </label>
      <label for="message">
        Document of a{' '}
        <Choice
          id="message"
          value={choices.message}
          options={['response', 'request']}
          onChoose={(message) => onChoices(readChoices({ ...choices, message }))}
        />
      </label>
      {choices.message === 'request' && (
        <label for="method">
          Method{' '}
          <Choice
            id="method"
            value={choices.method}
            options={methods}
            onChoose={(method) => onChoices(readChoices({ ...choices, method }))}
          />
        </label>
      )}
      {flags.map(([name, label]) => (
        <label key={name}>
          <input
            type="checkbox"
            checked={choices[name]}
            onChange={({ currentTarget }) => onChoices({ ...choices, [name]: currentTarget.checked })}
          />{' '}
          {label}
        </label>
      ))}
      <label>
        <input
          type="checkbox"
          checked={hasDeclaration}
          onChange={({ currentTarget }) => onDeclaration(currentTarget.checked)}
        />{' '}
        With a declaration
      </label>
    </form>
  );
}
