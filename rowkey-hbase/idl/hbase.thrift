// What rowkey-hbase calls of the Thrift 2 gateway of HBase 2.x and 3.x. Names, numbers and types are HBase's own, in
// hbase-thrift/src/main/resources/org/apache/hadoop/hbase/thrift2/hbase.thrift: they are the contract on the wire.
// Optional fields and calls that are not needed are left out. `idl/generate` makes `src/thrift2.rs` from it.

struct TTimeRange {
  1: required i64 minStamp,
  2: required i64 maxStamp
}

struct TColumn {
  1: required binary family,
  2: optional binary qualifier,
  3: optional i64 timestamp
}

struct TColumnValue {
  1: required binary family,
  2: required binary qualifier,
  3: required binary value,
  4: optional i64 timestamp
}

struct TColumnIncrement {
  1: required binary family,
  2: required binary qualifier,
  3: optional i64 amount
}

struct TResult {
  1: optional binary row,
  2: required list<TColumnValue> columnValues,
  4: optional bool partial
}

struct TGet {
  1: required binary row,
  2: optional list<TColumn> columns,
  4: optional TTimeRange timeRange,
  5: optional i32 maxVersions,
  15: optional binary filterBytes
}

struct TPut {
  1: required binary row,
  2: required list<TColumnValue> columnValues,
  3: optional i64 timestamp
}

enum TDeleteType {
  DELETE_COLUMN = 0,
  DELETE_COLUMNS = 1,
  DELETE_FAMILY = 2,
  DELETE_FAMILY_VERSION = 3
}

struct TDelete {
  1: required binary row,
  2: optional list<TColumn> columns,
  3: optional i64 timestamp,
  4: optional TDeleteType deleteType
}

union TMutation {
  1: optional TPut put,
  2: optional TDelete deleteSingle
}

struct TRowMutations {
  1: required binary row,
  2: required list<TMutation> mutations
}

enum TCompareOperator {
  LESS = 0,
  LESS_OR_EQUAL = 1,
  EQUAL = 2,
  NOT_EQUAL = 3,
  GREATER_OR_EQUAL = 4,
  GREATER = 5,
  NO_OP = 6
}

struct TIncrement {
  1: required binary row,
  2: required list<TColumnIncrement> columns
}

enum TReadType {
  DEFAULT = 1,
  STREAM = 2,
  PREAD = 3
}

struct TScan {
  1: optional binary startRow,
  2: optional binary stopRow,
  3: optional list<TColumn> columns,
  4: optional i32 caching,
  7: optional binary filterString,
  11: optional bool reversed,
  14: optional TReadType readType,
  15: optional i32 limit,
  18: optional binary filterBytes
}

struct THRegionInfo {
  1: required i64 regionId,
  2: required binary tableName,
  3: optional binary startKey,
  4: optional binary endKey
}

struct TServerName {
  1: required string hostName,
  2: optional i32 port
}

struct THRegionLocation {
  1: required TServerName serverName,
  2: required THRegionInfo regionInfo
}

struct TTableName {
  1: optional binary ns,
  2: required binary qualifier
}

enum TBloomFilterType {
  NONE = 0,
  ROW = 1,
  ROWCOL = 2,
  ROWPREFIX_FIXED_LENGTH = 3
}

enum TCompressionAlgorithm {
  LZO = 0,
  GZ = 1,
  NONE = 2,
  SNAPPY = 3,
  LZ4 = 4,
  BZIP2 = 5,
  ZSTD = 6
}

struct TColumnFamilyDescriptor {
  1: required binary name,
  3: optional map<string, string> configuration,
  4: optional i32 blockSize,
  5: optional TBloomFilterType bloomnFilterType,
  6: optional TCompressionAlgorithm compressionType,
  10: optional i32 maxVersions,
  13: optional i32 timeToLive
}

struct TTableDescriptor {
  1: required TTableName tableName,
  2: optional list<TColumnFamilyDescriptor> columns,
  3: optional map<binary, binary> attributes
}

enum TThriftServerType {
  ONE = 1,
  TWO = 2
}

exception TIOError {
  1: optional string message,
  2: optional bool canRetry
}

exception TIllegalArgument {
  1: optional string message
}

service THBaseService {
  TResult get(1: required binary table, 2: required TGet tget) throws (1: TIOError io)

  list<TResult> getMultiple(1: required binary table, 2: required list<TGet> tgets) throws (1: TIOError io)

  bool checkAndPut(1: required binary table, 2: required binary row, 3: required binary family, 4: required binary qualifier, 5: binary value, 6: required TPut tput) throws (1: TIOError io)

  bool checkAndDelete(1: required binary table, 2: required binary row, 3: required binary family, 4: required binary qualifier, 5: binary value, 6: required TDelete deleteSingle) throws (1: TIOError io)

  // An empty value matches a missing column too.
  bool checkAndMutate(1: required binary table, 2: required binary row, 3: required binary family, 4: required binary qualifier, 5: required TCompareOperator compareOperator, 6: binary value, 7: required TRowMutations rowMutations) throws (1: TIOError io)

  TResult increment(1: required binary table, 2: required TIncrement tincrement) throws (1: TIOError io)

  void putMultiple(1: required binary table, 2: required list<TPut> tputs) throws (1: TIOError io)

  list<TDelete> deleteMultiple(1: required binary table, 2: required list<TDelete> tdeletes) throws (1: TIOError io)

  i32 openScanner(1: required binary table, 2: required TScan tscan) throws (1: TIOError io)

  list<TResult> getScannerRows(1: required i32 scannerId, 2: i32 numRows) throws (1: TIOError io, 2: TIllegalArgument ia)

  void closeScanner(1: required i32 scannerId) throws (1: TIOError io, 2: TIllegalArgument ia)

  list<TResult> getScannerResults(1: required binary table, 2: required TScan tscan, 3: i32 numRows) throws (1: TIOError io)

  list<THRegionLocation> getAllRegionLocations(1: required binary table) throws (1: TIOError io)

  TTableDescriptor getTableDescriptor(1: required TTableName table) throws (1: TIOError io)

  bool tableExists(1: TTableName tableName) throws (1: TIOError io)

  list<TTableName> getTableNamesByPattern(1: optional string regex, 2: required bool includeSysTables) throws (1: TIOError io)

  void createTable(1: required TTableDescriptor desc, 2: optional list<binary> splitKeys) throws (1: TIOError io)

  void deleteTable(1: required TTableName tableName) throws (1: TIOError io)

  void addColumnFamily(1: required TTableName tableName, 2: required TColumnFamilyDescriptor column) throws (1: TIOError io)

  void enableTable(1: required TTableName tableName) throws (1: TIOError io)

  void disableTable(1: required TTableName tableName) throws (1: TIOError io)

  bool isTableEnabled(1: required TTableName tableName) throws (1: TIOError io)

  TThriftServerType getThriftServerType()
}
