import { createAsk } from '../playground/create-ask.ts';
import { createBoundedWorker } from '../shared/bounded-worker.ts';
import { startSandboxed } from '../shared/sandbox.ts';
import { showIn } from '../shared/show-in.ts';
import ClientWorker from './client-worker.ts?worker';
import type { ClientAnswer, ClientQuestion, StatementsAnswer, StatementsQuestion } from './first-screen-data.ts';
import { SmallPlayground, type SmallSettings } from './small-playground.tsx';
import statementsWorker from './statements-worker.ts?worker&url';

/** The compiler reads its files with the first question, on machines of every speed. */
const limits = { timeLimit: 20_000, patience: 20_000, late: () => ({}), broken: () => ({}) };

/** Shows the small playground in an element. Returns a function that removes it. */
export function mountFirst(parent: HTMLElement, settings: SmallSettings): () => void {
  // The declaration of the page ends on every machine, also on a slow one.
  const ask = createAsk(({ declaration }) => declaration !== settings.example.declaration);
  const askClient = createBoundedWorker<ClientQuestion, ClientAnswer>(() => new ClientWorker(), limits);
  const askStatements = createBoundedWorker<StatementsQuestion, StatementsAnswer>(
    () => startSandboxed(statementsWorker),
    limits,
  );
  return showIn(parent, <SmallPlayground {...settings} {...{ ask, askClient, askStatements }} />);
}
