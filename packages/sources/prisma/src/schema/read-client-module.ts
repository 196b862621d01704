import type { PrismaDatabase } from '../dialect/prisma-dialect.ts';
import { type ComputedField, computedFields } from './computed-fields.ts';
import { type Model, memberOf, modelsOf } from './models.ts';

/** A model of a client, and what Prisma computes for its fields. */
export interface SchemaModel extends Model {
  /** The member of the client, such as `article`. */
  readonly member: string;
  readonly computed: ReadonlyMap<string, ComputedField>;
  /** The fields of enums whose values have other names in the database. */
  readonly renamedEnums: ReadonlySet<string>;
}

/** The schema of Prisma that a client was generated from. */
export interface PrismaSchema {
  /** The database, as Prisma names it, such as `postgresql`. */
  readonly provider: string;
  readonly models: readonly SchemaModel[];
}

/** A client has these members, which Prisma does not document. */
interface ClientMembers {
  readonly _activeProvider?: string;
  readonly _engineConfig?: { readonly inlineSchema?: string };
  readonly _runtimeDataModel?: {
    readonly enums?: Readonly<Record<string, { readonly values: readonly { readonly dbName?: string | null }[] }>>;
  };
}

/** The databases, as adapters name them. */
const adapters = ['postgres', 'sqlite', 'mysql', 'sqlserver'] as const;

/** Creates a client that is never connected. Its constructor rejects an adapter of another database than that of the schema. */
function clientOf(Client: new (options: object) => PrismaDatabase): PrismaDatabase {
  let failure: unknown;
  for (const provider of adapters) {
    const connect = (): never => {
      throw new Error('The client only tells its schema.');
    };
    try {
      return new Client({ adapter: { provider, adapterName: 'linkage', connect } });
    } catch (error) {
      failure ??= error;
    }
  }
  throw failure;
}

/**
 * Reads the models of the module that Prisma has generated, without a database.
 *
 * @throws {TypeError} If the module does not export a client of Prisma 7.
 */
export function readClientModule(module: object): PrismaSchema {
  const { PrismaClient } = module as { readonly PrismaClient?: unknown };
  if (typeof PrismaClient !== 'function') throw new TypeError('the module does not export `PrismaClient`.');
  const client = clientOf(PrismaClient as new (options: object) => PrismaDatabase);
  const { _activeProvider, _engineConfig, _runtimeDataModel } = client as unknown as ClientMembers;
  const computed = computedFields(_engineConfig?.inlineSchema ?? '');
  const enums = Object.entries(_runtimeDataModel?.enums ?? {});
  const renamed = new Set(enums.flatMap(([name, { values }]) => (values.some((it) => it.dbName) ? [name] : [])));
  const models = [...new Set(modelsOf(client).values())].map((model): SchemaModel => {
    const fields = [...model.fields.values()].filter(({ kind, type }) => kind === 'enum' && renamed.has(type));
    const renamedEnums = new Set(fields.map(({ name }) => name));
    const member = memberOf(model.name);
    return { ...model, member, computed: computed.get(model.name) ?? new Map(), renamedEnums };
  });
  return { provider: String(_activeProvider), models };
}
