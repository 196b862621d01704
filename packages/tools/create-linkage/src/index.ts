export { createProject } from './create-project.ts';
export type { DatabaseChoice, FrameworkChoice, ProjectChoices } from './choices.ts';
