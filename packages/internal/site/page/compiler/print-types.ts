/** The types that TypeScript infers from a declaration. */
import type * as TypeScript from 'typescript-5.9';
import type { Compile } from './compile.ts';

/** The types of core, the names that they get here, and what they are for. */
const inferred = [
  [
    'StoredRecord',
    'Stored',
    'what your data sources return, and what `buildDocument` accepts; a `Related` is a record, its identifier, or its id',
  ],
  ['CreateInput', 'Create', 'the result of `parseCreate`'],
  ['UpdateInput', 'Update', 'the result of `parseUpdate`'],
  ['IncludePath', 'Include', 'what `include` accepts'],
] as const;

/** Returns the inferred types of a resource type. */
export function printTypes(ts: typeof TypeScript, compile: Compile, declaration: string, type: string): string {
  const { program, source } = compile(
    declaration,
    [
      `import type { ${inferred.map(([name]) => name).join(', ')} } from '@linkage/core';`,
      "import type { api } from './api.ts';",
      // The compiler prints the members of a mapped type, and the names of others.
      `type Shown<T> = T extends object ? { [N in keyof T]: N extends 'attributes' | 'relationships' ? Shown<T[N]> : T[N] } : T;`,
      ...inferred.map(([name, own]) => `type ${own} = Shown<${name}<typeof api, ${JSON.stringify(type)}>>;`),
    ].join('\n'),
  );
  const checker = program.getTypeChecker();
  const printer = ts.createPrinter();
  const { InTypeAlias, NoTruncation, MultilineObjectLiterals } = ts.NodeBuilderFlags;
  const flags = InTypeAlias | NoTruncation | MultilineObjectLiterals;
  const parts = inferred.map(([name, own, purpose]) => {
    const alias = source.statements.find((it) => ts.isTypeAliasDeclaration(it) && it.name.text === own);
    const node = alias && checker.typeToTypeNode(checker.getTypeAtLocation(alias), undefined, flags);
    const shown = node && ts.transform(node, [namedApi(ts)]).transformed[0];
    const text = shown === undefined ? 'unknown' : printer.printNode(ts.EmitHint.Unspecified, shown, source);
    return `// ${name}<typeof api, '${type}'>: ${purpose}.\nexport type ${own} = ${text};\n`;
  });
  return parts.join('\n').replaceAll(/^ +/gm, (spaces) => ' '.repeat(spaces.length / 2));
}

/** Writes `Related<typeof api, "people">` where the compiler writes the whole declaration, and no default of another type argument. */
function namedApi({ factory, isTypeReferenceNode, isIdentifier, visitEachChild }: typeof TypeScript) {
  return (context: TypeScript.TransformationContext) => (node: TypeScript.TypeNode) => {
    const visit = (child: TypeScript.Node): TypeScript.Node => {
      const name = isTypeReferenceNode(child) && isIdentifier(child.typeName) ? child.typeName.text : undefined;
      if (name !== 'Related') return visitEachChild(child, visit, context);
      const [api, type] = (child as TypeScript.TypeReferenceNode).typeArguments ?? [];
      const isNamed = api && isTypeReferenceNode(api) && isIdentifier(api.typeName) && api.typeName.text !== 'Api';
      const shown = isNamed ? api : factory.createTypeQueryNode(factory.createIdentifier('api'));
      return factory.createTypeReferenceNode(name, type && [shown, type]);
    };
    return visit(node) as TypeScript.TypeNode;
  };
}
