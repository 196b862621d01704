import type { Scenario } from './scenario.ts';

/** The scenarios by name. Each is loaded only when it runs: what another one loads would leave its traces in the figures. */
export const scenarios = {
  overload: async () => (await import('./overload.ts')).overload,
  soak: async () => (await import('./soak.ts')).soak,
  scaling: async () => (await import('./scaling.ts')).scaling,
  pieces: async () => (await import('./pieces.ts')).pieces,
  loading: async () => (await import('./loading.ts')).loading,
  drafts: async () => (await import('./drafts.ts')).drafts,
} as const satisfies Readonly<Record<string, () => Promise<Scenario>>>;

export type ScenarioName = keyof typeof scenarios;
