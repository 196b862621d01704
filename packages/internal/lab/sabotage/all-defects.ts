import { accessDefects } from './access-defects.ts';
import type { Defect } from './defect.ts';
import { documentDefects } from './document-defects.ts';
import { permissionDefects } from './permission-defects.ts';
import { requestDefects } from './request-defects.ts';
import { responseDefects } from './response-defects.ts';
import { sqlDefects } from './sql-defects.ts';
import { stateDefects } from './state-defects.ts';
import { worldDefects } from './world-defects.ts';

/** All defects: one array for each file of them. */
export const defects: readonly Defect[] = [
  ...accessDefects,
  ...permissionDefects,
  ...documentDefects,
  ...requestDefects,
  ...responseDefects,
  ...stateDefects,
  ...sqlDefects,
  ...worldDefects,
];
