/** Writes release notes as they are. All packages have the same version, so lines of updated dependencies would say nothing. */
export const getReleaseLine = async ({ summary }) => `- ${summary.trim().replaceAll('\n', '\n  ')}`;
export const getDependencyReleaseLine = async () => '';
