// Running the kit
export { runConformance, type RunOptions } from './run/run-conformance.ts';
export type { HandledTarget, Target } from './target/target.ts';
export type { CursorSample, RelationshipSample, ResourceSample, Samples, TypeSample } from './samples/samples.ts';
// Reports
export { formatReport, type ReportFormat } from './report/format-report.ts';
export type { CaseResult, Counts, Report, SectionResult } from './report/report.ts';
export type { GatewayOptions } from './gateway/gateway.ts';
export type { Leftover } from './gateway/ledger.ts';
export type { CaseLevel } from './cases/case.ts';
export type { Verdict } from './run/verdict.ts';
export type { Exchange, ReceivedResponse, SentRequest } from './target/exchange.ts';
