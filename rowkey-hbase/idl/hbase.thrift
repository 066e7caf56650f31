// What rowkey-hbase calls of the Thrift 2 gateway of HBase 2.x and 3.x. Names, numbers and types are HBase's own, in
// hbase-thrift/src/main/resources/org/apache/hadoop/hbase/thrift2/hbase.thrift: they are the contract on the wire.
// Optional fields and calls that are not needed are left out. `idl/generate` makes `src/thrift2.rs` from it.

struct TColumn {
  1: required binary family,
  2: optional binary qualifier
}

struct TColumnValue {
  1: required binary family,
  2: required binary qualifier,
  3: required binary value
}

struct TResult {
  1: optional binary row,
  2: required list<TColumnValue> columnValues,
  4: optional bool partial
}

struct TGet {
  1: required binary row,
  2: optional list<TColumn> columns
}

struct TPut {
  1: required binary row,
  2: required list<TColumnValue> columnValues
}

struct TDelete {
  1: required binary row
}

struct TScan {
  1: optional binary startRow,
  2: optional binary stopRow,
  3: optional list<TColumn> columns,
  4: optional i32 caching,
  7: optional binary filterString,
  11: optional bool reversed,
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

struct TColumnFamilyDescriptor {
  1: required binary name
}

struct TTableDescriptor {
  1: required TTableName tableName,
  2: optional list<TColumnFamilyDescriptor> columns
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

  void enableTable(1: required TTableName tableName) throws (1: TIOError io)

  void disableTable(1: required TTableName tableName) throws (1: TIOError io)

  bool isTableEnabled(1: required TTableName tableName) throws (1: TIOError io)

  TThriftServerType getThriftServerType()
}
