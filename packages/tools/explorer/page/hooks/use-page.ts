import { type Context, createContext } from 'preact';
import { useContext } from 'preact/hooks';
import type { Address, FollowLink } from '../state/address.ts';
import type { OperationsEndpoint } from '../state/described.ts';
import type { Knowledge, KnownType } from '../state/knowledge.ts';
import type { CheckPatterns } from '../state/patterns.ts';
import type { HeaderField } from '../state/send.ts';
import type { Settings } from '../state/settings.ts';
import type { Validate } from '../state/validate.ts';
import type { ChangesOfAddress } from './use-changes.ts';
import type { Description } from './use-description.ts';
import type { Draft } from './use-draft.ts';
import type { Environments } from './use-environments.ts';
import type { Operations } from './use-operations.ts';
import type { Requests } from './use-requests.ts';

/** The values that all parts of the page share: each part names those that it uses. */
export interface Page extends ChangesOfAddress {
  /** The settings of the present environment. */
  readonly settings: Settings;
  readonly environments: Environments;
  readonly known: Knowledge;
  readonly description: Description;
  /** The header fields to send. */
  readonly headers: readonly HeaderField[];
  /** The request that the page shows, which can differ from that of the response. */
  readonly address: Address;
  readonly setAddress: (address: Address) => void;
  /** The type of the resources at the address. */
  readonly type: KnownType | undefined;
  readonly draft: Draft;
  readonly requests: Requests;
  readonly operations: Operations;
  /** Absent if changes cannot be collected. */
  readonly endpoint: OperationsEndpoint | undefined;
  readonly validate: Validate;
  readonly checkPatterns: CheckPatterns;
  /** Follows a link of the response that the page shows. */
  readonly targetOf: FollowLink;
}

const PageContext = createContext<Page | undefined>(undefined);

/** Shares the page with the parts inside. */
export const PageProvider: Context<Page | undefined>['Provider'] = PageContext.Provider;

/** Returns the values that all parts of the page share. */
export function usePage(): Page {
  return useContext(PageContext) as Page;
}
