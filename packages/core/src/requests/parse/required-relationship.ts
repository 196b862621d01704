import type { RelationshipDefinition } from '../../schema/api.ts';
import type { PathSegments, Reporter } from './error-collector.ts';

/** Whether linkage clears a relationship that must have a related resource. */
export function clearsRequired({ required }: RelationshipDefinition, linkage: unknown): boolean {
  return required && (linkage === null || (Array.isArray(linkage) && linkage.length === 0));
}

/** Reports that a request clears a relationship that must have a related resource. */
export function reportRequired({ name, kind }: RelationshipDefinition, path: PathSegments, reporter: Reporter): void {
  reporter.report(`RELATIONSHIP_REQUIRED.${kind === 'to-one' ? 'notNull' : 'notEmpty'}`, { name }, path);
}
