// Running the tests
export { runConformance, type RunOptions } from './run/run-conformance.ts';
export type { HandledTarget, Target } from './target/target.ts';
export type {
  CursorSample,
  RelationshipSample,
  ResourceSample,
  Samples,
  TypeSample,
  UrlSample,
} from './samples/samples.ts';
export { appSamples } from './app/app-samples.ts';
// Reports
export { formatReport, type ReportFormat } from './report/format-report.ts';
export type { CaseResult, Counts, Finding, Report, SectionResult } from './report/report.ts';
export type { Wait } from './gateway/patience.ts';
export type { GatewayOptions } from './gateway/gateway.ts';
export type { Leftover } from './gateway/tracked.ts';
export type { CaseLevel } from './clauses/clauses.ts';
export type { Verdict } from './run/verdict.ts';
export type { Exchange, ReceivedResponse, SentRequest } from './target/exchange.ts';
