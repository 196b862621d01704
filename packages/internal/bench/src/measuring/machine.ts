import { readFileSync } from 'node:fs';
import { arch, availableParallelism, cpus, platform, totalmem } from 'node:os';

/** Names the machine and the runtime, for the report. */
export function describeMachine(): string {
  const processor = cpus()[0]?.model.trim() ?? 'unknown processor';
  const memory = Math.round(totalmem() / 2 ** 30);
  const runtime = `Node ${process.versions.node}, V8 ${process.versions.v8}`;
  return `${processor}, ${availableParallelism()} cores, ${memory} GB, ${platform()} ${arch()}; ${runtime}`;
}

/** Returns the CPU time that the whole machine has used, of all cores together, in milliseconds. Returns 0 if it is unknown. */
function machineTime(): number {
  try {
    const fields =
      readFileSync('/proc/stat', 'latin1').split('\n', 1)[0]?.trim().split(/\s+/).slice(1).map(Number) ?? [];
    // user, nice, system, irq, softirq, steal, in hundredths of a second; idle and iowait are left out.
    return [0, 1, 2, 5, 6, 7].reduce((sum, index) => sum + (fields[index] ?? 0), 0) * 10;
  } catch {
    return 0;
  }
}

/** Returns the CPU time that this process has used, in milliseconds. */
export function processTime(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

/** Starts to watch; the function it gives says how many cores OTHER programs have kept busy since then. */
export function watchOthers(): () => number {
  const started = { wall: performance.now(), machine: machineTime(), processor: processTime() };
  return () => {
    const others = machineTime() - started.machine - (processTime() - started.processor);
    return Math.max(0, others) / (performance.now() - started.wall);
  };
}
