import { atomicFailureCases } from './atomic/failures.ts';
import { atomicCases } from './atomic/operations.ts';
import type { Case } from './case.ts';
import { cursorPageCases } from './cursor/pages.ts';
import { cursorRangeCases } from './cursor/ranges.ts';
import { documentCases } from './document-rules.ts';
import { walkCases } from './links-walk.ts';
import { acceptCases } from './negotiation/accept.ts';
import { contentTypeCases } from './negotiation/content-type.ts';
import { responseTypeCases } from './negotiation/response-type.ts';
import { documentReadCases } from './reading/documents.ts';
import { fetchingCases } from './reading/fetching.ts';
import { fieldsCases } from './reading/fields.ts';
import { filterCases } from './reading/filter.ts';
import { includeCases } from './reading/include.ts';
import { includeEndpointCases } from './reading/include-endpoints.ts';
import { linkCases } from './reading/links.ts';
import { pageCases } from './reading/pages.ts';
import { parameterCases } from './reading/parameters.ts';
import { relationshipParameterCases } from './reading/relationship-parameters.ts';
import { relationshipCases } from './reading/relationships.ts';
import { sortCases } from './reading/sort.ts';
import { badRequestCases } from './writing/bad-requests.ts';
import { createCases } from './writing/create.ts';
import { clientIdCases, createConflictCases } from './writing/create-conflicts.ts';
import { deleteCases } from './writing/delete.ts';
import { errorCases } from './writing/errors.ts';
import { firstWriteCases } from './writing/first-writes.ts';
import { toManyCases } from './writing/to-many.ts';
import { toOneCases } from './writing/to-one.ts';
import { updateCases } from './writing/update.ts';
import { overrideCases, updateConflictCases } from './writing/update-conflicts.ts';
import { updateRelationshipCases } from './writing/update-relationships.ts';

/** All cases in the order in which they run: reads, then writes, then what is known of all documents. */
export const allCases: readonly Case[] = [
  ...fetchingCases,
  ...relationshipCases,
  ...documentReadCases,
  ...linkCases,
  ...includeCases,
  ...includeEndpointCases,
  ...fieldsCases,
  ...sortCases,
  ...pageCases,
  ...filterCases,
  ...parameterCases,
  ...relationshipParameterCases,
  ...acceptCases,
  ...firstWriteCases,
  ...responseTypeCases,
  ...contentTypeCases,
  ...createCases,
  ...clientIdCases,
  ...createConflictCases,
  ...badRequestCases,
  ...updateCases,
  ...updateConflictCases,
  ...updateRelationshipCases,
  ...toOneCases,
  ...toManyCases,
  ...deleteCases,
  ...errorCases,
  ...overrideCases,
  ...cursorPageCases,
  ...cursorRangeCases,
  ...atomicCases,
  ...atomicFailureCases,
  ...walkCases,
  ...documentCases,
];
