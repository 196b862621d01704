import type { OperationsEndpoint } from '../state/described.ts';
import { errorsOf } from '../state/json.ts';
import { messageOf } from '../state/send.ts';
import { useJob } from './use-job.ts';
import { usePage } from './use-page.ts';

/** Sends the collected changes: as one request, or one by one if the API does not accept as many operations in a request. */
export function useSending({ path, limit }: OperationsEndpoint, text: string) {
  const { address, operations, requests, table } = usePage();
  const { start, ...job } = useJob();
  const { list } = operations;
  const isTooLong = limit !== undefined && list.length > limit;
  /** The changes that the server has not executed. */
  const waiting = list.filter(({ key }) => !operations.isDoneOf(key));
  /** Reads the list again, with what has changed. The versions that the page knows are out of date. */
  const finish = (): void => {
    requests.setVersions(() => new Map());
    table.clear();
    const last = requests.answer?.address;
    if (address.method === 'GET' && last?.method === 'GET') void requests.run(last, '');
  };
  const sendAll = async (signal: AbortSignal): Promise<string> => {
    const result = await requests.change({ method: 'POST', target: path }, text, undefined, signal);
    operations.finish(list, result);
    if (result.status < 300) finish();
    return '';
  };
  const sendEach = async (signal: AbortSignal, say: (text: string) => void): Promise<string> => {
    for (const [index, { key, address: to, body, ifMatch }] of waiting.entries()) {
      say(`Sending ${index + 1} of ${waiting.length}`);
      const result = await requests.change(to, body, ifMatch, signal).catch((error: unknown) => {
        const title = signal.aborted ? 'Canceled: the server can have executed it.' : messageOf(error);
        operations.settle(key, { errors: [{ title }] });
        throw error;
      });
      const errors = errorsOf(result.document);
      const title = `${result.status} ${result.statusText}`;
      operations.settle(key, { errors: result.status < 300 ? [] : errors.length > 0 ? errors : [{ title }] });
    }
    finish();
    return '';
  };
  return {
    ...job,
    isTooLong,
    waiting,
    send: () => start(isTooLong ? sendEach : sendAll),
    /** Forgets what the last request said. */
    forget: () => start(async () => ''),
  };
}
