const notProduct = '(^|/)(dist|node_modules|lint-fixtures)/';

export const options = {
  doNotFollow: { path: 'node_modules' },
  exclude: { path: notProduct },
  tsPreCompilationDeps: true,
  enhancedResolveOptions: { conditionNames: ['source', 'import', 'node', 'default'], exportsFields: ['exports'] },
};

/**
 * Forbids import cycles between files and between folders. package-boundaries.config.js lists the permitted imports.
 */
export default {
  forbidden: [
    { name: 'no-file-cycles', severity: 'error', from: {}, to: { circular: true } },
    { name: 'no-folder-cycles', severity: 'error', scope: 'folder', from: {}, to: { circular: true } },
  ],
  options: { ...options, exclude: { path: `${notProduct}|\\.test\\.tsx?$` } },
};
