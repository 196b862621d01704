import type { JSX } from 'preact';
import { type Choices, methods } from './choices.ts';
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
  return examples.flatMap((example, index) =>
    example.isBroken === isBroken
      ? [
          <option key={index} value={index}>
            {example.rule}: {example.title}
          </option>,
        ]
      : [],
  );
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
      <label>
        Document of a{' '}
        <select
          value={choices.message}
          onChange={({ currentTarget }) =>
            onChoices({ ...choices, message: currentTarget.value === 'request' ? 'request' : 'response' })
          }
        >
          <option value="response">response</option>
          <option value="request">request</option>
        </select>
      </label>
      {choices.message === 'request' && (
        <label>
          Method{' '}
          <select
            value={choices.method}
            onChange={({ currentTarget: { value } }) =>
              onChoices({ ...choices, method: methods.find((method) => method === value) ?? 'POST' })
            }
          >
            {methods.map((method) => (
              <option key={method}>{method}</option>
            ))}
          </select>
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
