import type { JSX } from 'preact';
import { usePage } from '../hooks/use-page.ts';
import { isAuthorization } from '../state/credentials.ts';
import type { Header } from '../state/send.ts';
import { Small, TextBox } from './controls.tsx';

/** The id of the control for credentials. */
export const AUTHORIZATION_ID = 'authorization';

/** The headers that the user adds, such as `Authorization`. The page keeps them in memory, unless the user asks for more. */
export function HeadersEditor(): JSX.Element {
  const { current, setHeaders } = usePage().environments;
  const { headers } = current;
  const change = (index: number, field: Partial<Header>): void =>
    setHeaders(headers.map((it, position) => (position === index ? { ...it, ...field } : it)));
  const credentials = headers.findIndex(isAuthorization);
  return (
    <details>
      <summary>Headers{headers.length > 0 ? ` (${headers.length})` : ''}</summary>
      <div class="rows">
        {headers.map(({ name, value }, index) => (
          <div class="row" key={index}>
            <TextBox
              aria-label="Name"
              placeholder="Authorization"
              value={name}
              onText={(text) => change(index, { name: text })}
            />
            <TextBox
              aria-label={`Value of ${name || 'the field'}`}
              id={index === credentials ? AUTHORIZATION_ID : undefined}
              placeholder={index === credentials ? 'Bearer …, or Basic user:password' : undefined}
              value={value}
              onText={(text) => change(index, { value: text })}
            />
            <Small
              aria-label={`Remove ${name || 'the field'}`}
              onClick={() => setHeaders(headers.filter((_, position) => position !== index))}
            >
              Remove
            </Small>
          </div>
        ))}
        <Small onClick={() => setHeaders([...headers, { name: '', value: '' }])}>Add a header</Small>
        <p class="dim">Values are in no URL. They stay in memory, unless you keep the environments.</p>
      </div>
    </details>
  );
}
