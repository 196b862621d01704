import { accessDefects } from './access-defects.ts';
import { answerDefects } from './answer-defects.ts';
import type { Defect } from './defect.ts';
import { requestDefects } from './request-defects.ts';
import { sqlDefects } from './sql-defects.ts';
import { worldDefects } from './world-defects.ts';

/** All defects: one array for each file of them. */
export const defects: readonly Defect[] = [
  ...accessDefects,
  ...requestDefects,
  ...answerDefects,
  ...sqlDefects,
  ...worldDefects,
];
