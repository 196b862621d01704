import type { WorkerLike } from './bounded-worker.ts';

/** The page of the frame. It has an opaque origin, and its policy lets it reach neither the network nor the page around it. */
const FRAME = `${import.meta.env.BASE_URL}sandbox.html`;

/**
 * Starts a worker that runs the code of a reader: in a frame whose origin is none, so that it has no storage and no cookies of the site.
 * The frame loads nothing itself; it receives the text of the worker.
 *
 * @param url The script of the worker: one file, because the frame cannot load others.
 */
export function startSandboxed<Question, Answer>(url: string): WorkerLike<Question, Answer> {
  // While the site is developed, a worker loads its modules one by one.
  if (import.meta.env.DEV) return new Worker(url, { type: 'module' });
  const frame = document.createElement('iframe');
  frame.setAttribute('sandbox', 'allow-scripts');
  frame.hidden = true;
  frame.title = 'Runs the declaration';
  const { port1, port2 } = new MessageChannel();
  const worker: WorkerLike<Question, Answer> = {
    onmessage: null,
    onerror: null,
    postMessage: (message) => port1.postMessage(message),
    terminate() {
      frame.remove();
      port1.close();
    },
  };
  const fail = (): void => void worker.onerror?.(new ErrorEvent('error'));
  port1.onmessage = (event) => void (event.data === 'failed' ? fail() : worker.onmessage?.(event));
  frame.onload = async () => {
    try {
      const response = await fetch(url);
      if (!response.ok) throw new Error(`status ${response.status}`);
      // The origin of the frame is opaque, so it cannot be named as the receiver.
      frame.contentWindow?.postMessage(await response.text(), '*', [port2]);
    } catch {
      fail();
    }
  };
  frame.src = FRAME;
  document.body.append(frame);
  return worker;
}
