import { createClient } from '@linkage/client';
import { createAggregates, createReads, createWrites, subscribe } from '@linkage/query';
import { QueryClient, QueryClientProvider, useMutation, useQuery } from '@tanstack/react-query';
import { createRoot } from 'react-dom/client';
import type { api } from './schema.ts';

const words = {
  en: { appointments: 'Appointments', confirm: 'Confirm', requested: 'requested', logIn: 'Log in' },
  de: { appointments: 'Termine', confirm: 'Bestätigen', requested: 'angefragt', logIn: 'Anmelden' },
};
const text = words[navigator.language.startsWith('de') ? 'de' : 'en'];
// The browser sends the cookie, and `Accept-Language`: messages of errors are in the language of the page.
const client = createClient<typeof api>({ baseUrl: '/api' });
const queryClient = new QueryClient({ defaultOptions: { queries: { retry: false } } });
const list = createReads(client).list('appointments', { include: ['doctor', 'patient'], page: { size: 50 } });
const months = createAggregates(client)('appointments', { groupBy: ['startsAt.month'], sum: ['minutes'] });
const confirm = createWrites(client).action('appointments', 'confirm');

function LogIn() {
  return (
    <form method="post" action="/log-in">
      <input name="token" aria-label="Token" type="password" />
      <button type="submit">{text.logIn}</button>
    </form>
  );
}

function Appointments() {
  const { data: page, error } = useQuery(list);
  const { data: groups } = useQuery(months);
  const confirming = useMutation(confirm);
  if (error) return <LogIn />;
  return (
    <section aria-label={text.appointments}>
      <ul>
        {page?.data.map((it) => (
          <li key={it.id}>
            {new Date(it.startsAt).toLocaleString()} {it.doctor?.name}, {it.patient?.name}: {it.status}
            {it.status === 'requested' && (
              <button type="button" onClick={() => confirming.mutate({ id: it.id, ifMatch: page.etagOf(it) ?? '' })}>
                {text.confirm}
              </button>
            )}
          </li>
        ))}
      </ul>
      {confirming.error && <p role="alert">{confirming.error.message}</p>}
      <ol>
        {groups?.map(({ by, count, sum }) => (
          <li key={by['startsAt.month']}>
            {by['startsAt.month']}: {count}, {sum.minutes} min
          </li>
        ))}
      </ol>
    </section>
  );
}

subscribe(queryClient, client, new EventSource('/api/events'));
createRoot(document.querySelector('#root') as Element).render(
  <QueryClientProvider client={queryClient}>
    <Appointments />
  </QueryClientProvider>,
);
