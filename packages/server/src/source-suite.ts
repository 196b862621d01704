export { type SuiteCase, sourceSuite } from './source-suite/source-suite.ts';
export { type SuiteRecord, suiteApi, suiteRecords } from './source-suite/suite-api.ts';
export type { SuiteFeature } from './source-suite/suite-case.ts';
