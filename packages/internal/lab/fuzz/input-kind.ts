import type fc from 'fast-check';

/** The reader of the inputs of a kind. */
export interface Subject {
  /** Returns what is wrong, or undefined. An error that it throws is also a problem. */
  readonly run: (input: never) => string | undefined | Promise<string | undefined>;
  readonly close?: () => unknown;
}

/** Inputs of one kind. Each is a JSON value, so that a file can contain it. */
export interface InputKind {
  readonly name: string;
  readonly inputs: fc.Arbitrary<unknown>;
  /** The longest time for an input, in milliseconds. Default: 20. */
  readonly mostTime?: number;
  /** Opens a new subject. Its state must not depend on earlier subjects. */
  readonly open: () => Subject | Promise<Subject>;
}
