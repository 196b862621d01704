/** The messages between the page and its worker. */
import type { Location } from '@linkage/core/internal';
import type { ServerDescription } from '@linkage/server';
import type { Target } from '../../../../../tools/explorer/page/text/pointer-place.ts';
import type { Mistake } from './mistake.ts';

/** The results that the page can show. */
export const views = ['document', 'types', 'openapi'] as const;

/** One of the results. */
export type View = (typeof views)[number];

/** The methods of requests. */
export const methods = ['GET', 'POST', 'PATCH', 'DELETE'] as const;

/** A method of a request. */
export type Method = (typeof methods)[number];

/** The strings of the page. */
export interface Inputs {
  readonly declaration: string;
  /** The records by type, as JSON. Each request begins with them, also after one that writes. */
  readonly records: string;
  /** The path and query of the request. */
  readonly target: string;
  /** Default: GET. */
  readonly method?: Method | undefined;
  /** The document of a request that writes. Default: none. */
  readonly body?: string | undefined;
  /** The name of the user, one of `accessByUser` of the declaration. Default: the first one. */
  readonly user?: string | undefined;
}

/** The strings, and the result that the page shows. */
export interface Question extends Inputs {
  readonly view: View;
}

/** A mistake in the records: in the value at a JSON Pointer, or in the name of its member. */
export interface RecordsMistake extends Target {
  readonly message: string;
  /** Where the text stops to be JSON. The pointer is then that of the whole text. */
  readonly location?: Location;
}

/** The results for the strings, or the mistakes in them. */
export interface Answer {
  readonly mistake?: Mistake;
  readonly recordsMistake?: RecordsMistake;
  readonly description?: ServerDescription;
  /** The names of the users of the declaration. Absent if it does not have rules. */
  readonly users?: readonly string[];
  /** The status of the response. */
  readonly status?: number;
  /** The text that the view shows. */
  readonly text?: string;
  /** The resource type of the request, whose types the compiler prints. */
  readonly type?: string;
  /** A remark about the text. */
  readonly note?: string;
  /** Why there is no answer. */
  readonly failure?: string;
}
