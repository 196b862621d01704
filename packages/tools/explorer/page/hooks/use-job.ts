import { useRef, useState } from 'preact/hooks';
import { messageOf } from '../state/send.ts';

/** Work with many requests: what it has done so far, or how it ended. */
export interface Job {
  readonly text: string;
  readonly isRunning: boolean;
  readonly isFailed: boolean;
}

/** Runs work with many requests, one at a time, which the user can cancel. */
export function useJob() {
  const [job, setJob] = useState<Job>();
  const running = useRef<AbortController>(undefined);
  /** @param run Says what it has done so far, and returns how it ended. An empty string says nothing. */
  const start = async (run: (signal: AbortSignal, say: (text: string) => void) => Promise<string>): Promise<void> => {
    running.current?.abort();
    const controller = new AbortController();
    running.current = controller;
    const show = (text: string, isRunning: boolean, isFailed = false): void => {
      if (running.current === controller) setJob({ text, isRunning, isFailed });
    };
    try {
      show(await run(controller.signal, (text) => show(text, true)), false);
    } catch (error) {
      show(controller.signal.aborted ? 'Canceled.' : messageOf(error), false, true);
    }
  };
  return { job, start, cancel: () => running.current?.abort() };
}
